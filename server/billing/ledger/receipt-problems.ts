import type { Locale } from '#contract/enumerations.ts'

/** Why a payment is not booked. `{value}` is the value; `{expected}` and `{found}` are its parts. */
export const receiptProblems = {
  'not-an-operation': { ru: '«{value}» — не вид операции', en: '“{value}” is not a kind of operation' },
  'not-positive': { ru: '«{value}» — не сумма: нужно число больше нуля', en: '“{value}” is not an amount above zero' },
  'not-a-payment-date': {
    ru: '«{value}» — не день и не время вида 2026-11-20, 20.11.2026 или 20.11.2026 14:05',
    en: '“{value}” is not a day or a time such as 2026-11-20, 20.11.2026 or 20.11.2026 14:05',
  },
  'in-future': { ru: 'день «{value}» ещё не наступил', en: '“{value}” is in the future' },
  'not-a-position': { ru: '«{value}» — не номер платежа', en: '“{value}” is not the number of a payment' },
  'needed-for-transfer': { ru: 'для переноса нужно значение', en: 'is needed for a transfer' },
  'only-for-transfer': { ru: 'указывают только для переноса', en: 'is only for transfers' },
  'same-contract': { ru: 'это тот же самый договор', en: 'is the contract itself' },
  'no-contract': { ru: 'нет договора «{value}»', en: 'there is no contract “{value}”' },
  'no-payment': {
    ru: 'у договора «{found}» нет платежа {expected}',
    en: 'contract “{found}” has no payment {expected}',
  },
  'more-than-left': {
    ru: '{expected}: больше, чем осталось оплатить по договору «{found}»',
    en: '{expected}: more than is left to pay of “{found}”',
  },
  'more-than-paid': {
    ru: '{expected}: больше, чем оплачено по договору «{found}»',
    en: '{expected}: more than was paid of “{found}”',
  },
  'other-content-in-line': {
    ru: '«{found}» с другим содержанием есть в строке {expected}',
    en: '“{found}” is in line {expected} with other content',
  },
  'other-content': {
    ru: '«{value}» уже загружали с другим содержанием',
    en: '“{value}” was imported before with other content',
  },
  'names-no-contract': { ru: 'договор не назван: {value}', en: 'no contract is named: {value}' },
  'names-several-contracts': { ru: 'названо несколько договоров: {value}', en: 'several contracts are named: {value}' },
  'other-than-bill': {
    ru: 'сумма не та, что в счёте, или его часть уже оплачена: {value}',
    en: 'the amount is not that of the bill, or part of it is paid: {value}',
  },
  'is-return': { ru: 'это возврат: {value}', en: 'it is about a refund: {value}' },
  'booked-otherwise': {
    ru: 'сумма и день те же, что у проведённого платежа: {value}',
    en: 'the amount and the day are those of a booked receipt: {value}',
  },
  'leaves-account': { ru: 'деньги уходят со счёта: {value}', en: 'the money leaves the account: {value}' },
  'no-day': {
    ru: '«{value}» — не прошедший день и не сегодняшний',
    en: '“{value}” is neither today nor a day before it',
  },
  'no-number': { ru: 'у документа нет номера: {value}', en: 'the document has no number: {value}' },
} as const satisfies Record<string, Record<Locale, string>>

/** What is said of payments besides. */
export const receiptNotes = {
  'unclear-payer': {
    ru: '«{found}» может быть любым из {expected}: никто не выбран, и в налоговый вычет сумма не входит',
    en: '“{found}” may be {expected}: none was chosen, and no tax deduction counts it',
  },
  'money-received': { ru: 'поступило, ₽: {value}', en: 'received, ₽: {value}' },
  'money-returned': { ru: 'возвращено, ₽: {value}', en: 'returned, ₽: {value}' },
  'money-transferred': { ru: 'перенесено, ₽: {value}', en: 'transferred, ₽: {value}' },
  'payments-closed': { ru: 'платежей закрыто: {value}', en: 'payments closed: {value}' },
  'contracts-concluded': { ru: 'договоров заключено: {value}', en: 'contracts concluded: {value}' },
  'documents-left': { ru: 'документов не загружено: {value}', en: 'documents left out: {value}' },
  'lines-waiting': {
    ru: 'платежей ждут решения в панели, «Загрузка данных»: {value}',
    en: 'payments that wait for a decision in the panel, “Data import”: {value}',
  },
  'customers-notified': { ru: 'сообщений заказчикам: {value}', en: 'messages to customers: {value}' },
} as const satisfies Record<string, Record<Locale, string>>

/** A problem of a row, or a note about it. Lines are counted from 1. */
export type ReceiptFinding<Reason extends string = keyof typeof receiptProblems> = {
  line: number
  column: string
  reason: Reason
  value?: string
}
