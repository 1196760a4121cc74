import type { Instalment } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { firstPaymentGraceDays } from '#contract/limits.ts'
import { shiftDay } from '#src/i18n/calendar-days.ts'

/** Whose signature a contract waits for: the user's `own`, that of another `customer`, the school's, or `none`. */
export type SigningState = 'own' | 'customer' | 'school' | 'none'

/** Null for a contract that is not signed with codes, or has ended. */
export function signingStateOf({ signing, status }: Pick<Contract, 'signing' | 'status'>): SigningState | null {
  if (!signing || (status !== 'Open' && status !== 'Concluded')) return null
  if (signing.customerAt === null) return signing.isOwn ? 'own' : 'customer'
  return signing.schoolAt === null ? 'school' : 'none'
}

/** One of the sides has not signed yet. */
export function isBeingSigned(contract: Contract): boolean {
  const state = signingStateOf(contract)
  return state !== null && state !== 'none'
}

/** Whether the customer pays it, not a bank or a fund. */
export function isOfCustomer(kind: Instalment['kind']): boolean {
  return kind !== 'bank' && kind !== 'fund'
}

/** Whether the customer pays something of these, now or after the signature, and not only a bank or a fund. */
export function isPaidByCustomer(payments: readonly (Pick<Instalment, 'kind'> & { left: number })[]): boolean {
  return payments.some(({ kind, left }) => isOfCustomer(kind) && left > 0)
}

/** Neither in force nor paid: it ends, with its place, if no one signs it. */
export function endsUnsigned({ status, paid }: Pick<Contract, 'status' | 'paid'>): boolean {
  return status === 'Open' && paid === 0
}

/** The last day on which the place of a contract is kept without the signature, or the payment, that is due on a day. */
export function placeKeptUntil(day: string): string {
  return shiftDay(day, firstPaymentGraceDays, 'day')
}

/** The customer has not signed yet; nothing is to be paid before, unless money has come. */
export function isUnsigned(contract: Contract): boolean {
  const state = signingStateOf(contract)
  return state === 'own' || state === 'customer'
}
