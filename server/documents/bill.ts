import { buildPaymentQrCode } from '#server/payment-details/payment-qr-code.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { amountInWords, formatRoubles } from './amount-in-words.ts'
import {
  type ContractFields,
  contractTitle,
  documentFileName,
  formatDay,
  formatMonth,
  payeeDetails,
} from './contract-fields.ts'
import type { DocumentHeader, DocumentPart } from './pdf-document.ts'

export type Bill = ContractFields & {
  payment: { title: string; dueOn: Day; amount: number; paid: number; toPay: number }
  customerLastName: string
}

/** A bill for the unpaid part of a payment. Always in Russian, for the bank. */
export function buildBill(bill: Bill): { frame: DocumentHeader; parts: DocumentPart[]; fileName: string } {
  const { payee, payment, customer, student, number } = bill
  const rest = payment.toPay
  const purpose = `${payment.title}, ${student}`
  const order = { payee, amount: rest, contractNumber: number, purpose, payerLastName: bill.customerLastName }
  const slip = {
    facts: [...payeeDetails(payee), ['Назначение', `Договор ${number}, ${purpose}`], ['Плательщик', customer]] as const,
    sum: ['Сумма', formatRoubles(rest)] as const,
    sign: 'Подпись плательщика ______________________   Дата ______________',
  }
  return {
    frame: {
      title: `Счёт по договору № ${number}`,
      about: `Договор ${contractTitle(bill)}`,
      madeOn: `Составлено ${formatDay(bill.madeOn)}`,
    },
    parts: [
      {
        kind: 'facts',
        facts: [
          ['Плательщик', customer],
          ['Обучающийся', student],
          ['Договор', contractTitle(bill)],
          ['Программа', `${bill.program}, ${bill.schoolYear}`],
          ...(bill.group === null ? [] : ([['Группа', bill.group]] as const)),
          ['Платёж', `${payment.title}, оплатить до ${formatDay(payment.dueOn)}`],
          ...(payment.paid > 0
            ? ([['Уже оплачено', `${formatRoubles(payment.paid)} из ${formatRoubles(payment.amount)}`]] as const)
            : []),
          ['К оплате', `${formatRoubles(rest)} (${amountInWords(rest)})`],
        ],
      },
      {
        kind: 'slip',
        title: 'Извещение',
        code: {
          squares: buildPaymentQrCode(order),
          alt: `Платёжный код: получатель, счёт, сумма ${formatRoubles(rest)} и назначение, те же, что в извещении`,
          caption: 'Наведите камеру в приложении банка: реквизиты и сумма заполнятся сами.',
        },
        ...slip,
      },
      { kind: 'slip', title: 'Квитанция', code: null, ...slip },
      {
        kind: 'note',
        text: 'Деньги приходят за один–три рабочих дня, и платёж в личном кабинете отмечается как оплаченный.',
      },
    ],
    fileName: documentFileName('Счёт', number, formatMonth(payment.dueOn), student),
  }
}
