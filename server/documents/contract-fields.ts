import type { Payee } from '#contract/enrolment/contracts.ts'
import type { Day } from '#server/time/calendar-days.ts'

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

/** «ноябрь 2026» */
export function formatMonth(day: Day): string {
  return `${monthFormat.format(new Date(day))} ${day.slice(0, 4)}`
}

const monthFormat = new Intl.DateTimeFormat('ru', { month: 'long', timeZone: 'UTC' })

/** Most file systems allow 255 bytes; a browser may add « (1)». */
const maxFileNameBytes = 240

/** A file name of its parts, without characters that file systems reject, and not too long for them. */
export function documentFileName(kind: string, ...details: readonly string[]): string {
  const name = `${kind} ${details.join(', ')}`.replaceAll(/[\\/:*?"<>|]/g, '-')
  const characters = [...name]
  while (Buffer.byteLength(characters.join('')) > maxFileNameBytes) characters.pop()
  return `${characters.join('').trim()}.pdf`
}
