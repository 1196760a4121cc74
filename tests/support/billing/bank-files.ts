import { writeFileSync } from 'node:fs'

export const bankFormats = ['exchange', 'registry'] as const
export type BankFormat = (typeof bankFormats)[number]

/** `day` as `2026-10-14`, `amount` in kopecks. */
export type BankDocument = { number: string; day: string; amount: number; payer: string; purpose: string }

/** Of the bank of the payer, in statements of 1C. */
export const payerAccount = '40817810000000000001'

/** Writes a statement of 1C (`1CClientBankExchange`) or a registry of a bank, in UTF-8. */
export function writeBankFile(path: string, format: BankFormat, documents: readonly BankDocument[]): void {
  writeFileSync(path, format === 'exchange' ? exchangeOf(documents) : registryOf(documents))
}

function exchangeOf(documents: readonly BankDocument[]): string {
  const head = ['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=UTF-8', 'РасчСчет=40703810300000000135']
  const sections = documents.flatMap(({ number, day, amount, payer, purpose }) => [
    'СекцияДокумент=Платежное поручение',
    `Номер=${number}`,
    `Дата=${dateOf(day)}`,
    `Сумма=${sumOf(amount)}`,
    `ДатаПоступило=${dateOf(day)}`,
    `ПлательщикСчет=${payerAccount}`,
    `Плательщик1=${payer}`,
    'ПолучательСчет=40703810300000000135',
    `НазначениеПлатежа=${purpose}`,
    'КонецДокумента',
  ])
  return [...head, ...sections, 'КонецФайла'].join('\r\n')
}

function registryOf(documents: readonly BankDocument[]): string {
  const rows = documents.map(({ number, day, amount, payer, purpose }) =>
    [dateOf(day), number, '', payer, sumOf(amount), purpose].join(';'),
  )
  return ['Дата платежа;Номер операции;Лицевой счёт;ФИО;Сумма;Назначение', ...rows].join('\n')
}

function dateOf(day: string): string {
  return day.split('-').reverse().join('.')
}

function sumOf(kopecks: number): string {
  return (kopecks / 100).toFixed(2)
}
