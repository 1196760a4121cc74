import type { Day } from '#server/days.ts'
import { type ContractFacts, fileNameOf, requisitesOf, titleOf, writtenDay } from './contract-facts.ts'
import type { Frame, Part } from './document.ts'
import { paymentCode } from './payment-code.ts'
import { roublesOf, sumInWords } from './roubles.ts'

export type Bill = ContractFacts & {
  payment: { title: string; dueOn: Day; amount: number; paid: number }
  customerLastName: string
}

/** A bill of what is left of a payment. In Russian, whatever language the person reads in: a bank reads it. */
export function billOf(bill: Bill): { frame: Frame; parts: Part[]; fileName: string } {
  const { payee, payment, customer, student, number } = bill
  const rest = payment.amount - payment.paid
  const purpose = `${payment.title}, ${student}`
  const order = { payee, amount: rest, contractNumber: number, purpose, payerLastName: bill.customerLastName }
  const slip = {
    facts: [...requisitesOf(payee), ['Назначение', `Договор ${number}, ${purpose}`], ['Плательщик', customer]] as const,
    sum: ['Сумма', roublesOf(rest)] as const,
    sign: 'Подпись плательщика ______________________   Дата ______________',
  }
  return {
    frame: {
      title: `Счёт по договору № ${number}`,
      about: `Договор ${titleOf(bill)}`,
      madeOn: `Составлено ${writtenDay(bill.madeOn)}`,
    },
    parts: [
      {
        kind: 'facts',
        facts: [
          ['Плательщик', customer],
          ['Обучающийся', student],
          ['Договор', titleOf(bill)],
          ['Программа', `${bill.program}, ${bill.schoolYear}`],
          ...(bill.group === null ? [] : ([['Группа', bill.group]] as const)),
          ['Платёж', `${payment.title}, оплатить до ${writtenDay(payment.dueOn)}`],
          ...(payment.paid > 0
            ? ([['Уже оплачено', `${roublesOf(payment.paid)} из ${roublesOf(payment.amount)}`]] as const)
            : []),
          ['К оплате', `${roublesOf(rest)} (${sumInWords(rest)})`],
        ],
      },
      {
        kind: 'slip',
        title: 'Извещение',
        code: {
          squares: paymentCode(order),
          alt: `Платёжный код: получатель, счёт, сумма ${roublesOf(rest)} и назначение, те же, что в извещении`,
          caption: 'Наведите камеру в приложении банка: реквизиты и сумма заполнятся сами.',
        },
        ...slip,
      },
      { kind: 'slip', title: 'Квитанция', code: null, ...slip },
      { kind: 'note', text: 'Деньги приходят за один–три рабочих дня; тогда платёж в личном кабинете закроется сам.' },
    ],
    fileName: fileNameOf('Счёт', number),
  }
}
