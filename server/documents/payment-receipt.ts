import type { Day } from '#server/time/calendar-days.ts'
import { amountInWords, formatRoubles } from './amount-in-words.ts'
import { type ContractFields, contractTitle, documentFileName, formatDay, payeeDetails } from './contract-fields.ts'
import type { DocumentHeader, DocumentPart } from './pdf-document.ts'

export type PaymentReceipt = ContractFields & {
  /** What the money paid. */
  payment: { title: string; dueOn: Day }
  paidOn: Day
  amount: number
  /** Parts of the amount that have left the payment since. */
  returned: number
  moved: number
}

/** Confirms that a payment was booked. Not a fiscal receipt. Always in Russian, for employers and offices. */
export function buildPaymentReceipt(receipt: PaymentReceipt): {
  frame: DocumentHeader
  parts: DocumentPart[]
  fileName: string
} {
  const { payee, payment, customer, student, number, amount, returned, moved } = receipt
  const paidOn = formatDay(receipt.paidOn)
  const sum = (name: string, kopecks: number) => (kopecks > 0 ? [[name, formatRoubles(kopecks)] as const] : [])
  return {
    frame: {
      title: `Подтверждение оплаты от ${paidOn}`,
      about: `Договор ${contractTitle(receipt)}`,
      madeOn: `Составлено ${formatDay(receipt.madeOn)}`,
    },
    parts: [
      {
        kind: 'facts',
        facts: [
          ['Дата операции', paidOn],
          ['Сумма', `${formatRoubles(amount)} (${amountInWords(amount)})`],
          ...sum('Из неё возвращено', returned),
          ...sum('Из неё перенесено на другой договор', moved),
          ['Назначение', `Договор ${number}, ${payment.title}, ${student}`],
          ['Оплаченный платёж', `${payment.title}, срок ${formatDay(payment.dueOn)}`],
        ],
      },
      { kind: 'heading', text: 'Договор' },
      {
        kind: 'facts',
        facts: [
          ['Договор', contractTitle(receipt)],
          ['Заказчик', customer],
          ['Обучающийся', student],
          ['Программа', `${receipt.program}, ${receipt.schoolYear}`],
          ...(receipt.group === null ? [] : ([['Группа', receipt.group]] as const)),
        ],
      },
      { kind: 'heading', text: 'Получатель платежа' },
      { kind: 'facts', facts: payeeDetails(payee) },
      { kind: 'note', text: 'Подтверждает, что деньги поступили на счёт получателя. Это не кассовый чек.' },
    ],
    fileName: documentFileName('Подтверждение оплаты', number, payment.title, paidOn, student),
  }
}
