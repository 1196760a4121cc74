import type { Contract } from '#contract/enrolment/contracts.ts'

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

/** The customer has not signed yet, and nothing is to be paid before. */
export function isUnsigned(contract: Contract): boolean {
  const state = signingStateOf(contract)
  return state === 'own' || state === 'customer'
}
