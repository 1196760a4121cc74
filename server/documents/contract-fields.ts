import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Day } from '#server/calendar-days.ts'

/** The contract fields that documents show. Full names, last name first. */
export type ContractFields = {
  number: string
  concludedOn: Day | null
  customer: string
  student: string
  program: string
  schoolYear: string
  group: string | null
  payee: Payee
  madeOn: Day
}

export type LabelledValues = readonly (readonly [name: string, value: string])[]

export const formatDay = (day: Day) => day.split('-').reverse().join('.')

/** «№ 26-ФИЗ-1 от 20.08.2026» */
export function contractTitle({ number, concludedOn }: Pick<ContractFields, 'number' | 'concludedOn'>): string {
  return `№ ${number}${concludedOn ? ` от ${formatDay(concludedOn)}` : ''}`
}

export function payeeDetails({ name, taxNumber, taxReason, ...bank }: Payee): LabelledValues {
  return [
    ['Получатель', name],
    [taxReason ? 'ИНН / КПП' : 'ИНН', [taxNumber, taxReason].filter(Boolean).join(' / ')],
    ['Счёт', bank.account],
    ['Банк', bank.bank],
    ['БИК', bank.bankCode],
    ['Корр. счёт', bank.correspondentAccount],
  ]
}

/** A file name without characters that file systems reject. */
export function documentFileName(kind: string, number: string): string {
  return `${kind} ${number.replaceAll(/[\\/:*?"<>|]/g, '-')}.pdf`
}
