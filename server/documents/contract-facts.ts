import type { Payee } from '#contract/contracts.ts'
import type { Day } from '#server/days.ts'

/** A contract as its papers tell of it. Names are whole: last name first. */
export type ContractFacts = {
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

export type Facts = readonly (readonly [name: string, value: string])[]

export const writtenDay = (day: Day) => day.split('-').reverse().join('.')

/** «№ 26-ФИЗ-1 от 20.08.2026» */
export function titleOf({ number, concludedOn }: Pick<ContractFacts, 'number' | 'concludedOn'>): string {
  return `№ ${number}${concludedOn ? ` от ${writtenDay(concludedOn)}` : ''}`
}

export function requisitesOf({ name, taxNumber, taxReason, ...bank }: Payee): Facts {
  return [
    ['Получатель', name],
    [taxReason ? 'ИНН / КПП' : 'ИНН', [taxNumber, taxReason].filter(Boolean).join(' / ')],
    ['Счёт', bank.account],
    ['Банк', bank.bank],
    ['БИК', bank.bankCode],
    ['Корр. счёт', bank.correspondentAccount],
  ]
}

/** What files are called, without the signs that a file system may not know. */
export function fileNameOf(kind: string, number: string): string {
  return `${kind} ${number.replaceAll(/[\\/:*?"<>|]/g, '-')}.pdf`
}
