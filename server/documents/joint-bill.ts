import type { Payee } from '#contract/enrolment/contracts.ts'
import { billNumber } from '#server/payment-details/bill-number.ts'
import { buildPaymentQrCode } from '#server/payment-details/payment-qr-code.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { amountInWords, formatRoubles } from './amount-in-words.ts'
import { documentFileName, formatDay, payeeDetails } from './contract-fields.ts'
import type { DocumentHeader, DocumentPart } from './pdf-document.ts'

export type JointBillLine = {
  contractNumber: string
  student: string
  program: string
  title: string
  dueOn: Day
  /** What is left to pay. */
  amount: number
}
export type JointBill = {
  payer: string
  payerLastName: string
  madeOn: Day
  /** One for each payee, at least one. */
  parts: readonly { number: number; payee: Payee; lines: readonly JointBillLine[] }[]
}

/** One bill for payments of several contracts: a table, and a code for each payee. Always in Russian, for the bank. */
export function buildJointBill(bill: JointBill): { frame: DocumentHeader; parts: DocumentPart[]; fileName: string } {
  const { payer, madeOn, parts } = bill
  const totals = parts.map(({ lines }) => sumOf(lines))
  const total = totals.reduce((sum, each) => sum + each, 0)
  const numbers = parts.map(({ number }) => billNumber(number)).join(', ')
  const isOfSeveral = parts.length > 1
  const rows = parts.flatMap(({ payee, lines }, index) => [
    ...lines.map((line) => [
      `${line.student}\n${line.program}`,
      line.contractNumber,
      line.title,
      formatDay(line.dueOn),
      formatRoubles(line.amount),
    ]),
    ...(isOfSeveral ? [[`Итого, ${payee.name}`, '', '', '', formatRoubles(totals[index] ?? 0)]] : []),
  ])
  return {
    frame: {
      title: `Счёт № ${numbers}`,
      about: `Счёт № ${numbers} · ${payer}`,
      madeOn: `Составлено ${formatDay(madeOn)}`,
    },
    parts: [
      {
        kind: 'facts',
        facts: [
          ['Плательщик', payer],
          ['К оплате', `${formatRoubles(total)} (${amountInWords(total)})`],
        ],
      },
      {
        kind: 'table',
        columns: [
          { title: 'Обучающийся и программа', width: 34 },
          { title: 'Договор', width: 21 },
          { title: 'Платёж', width: 18 },
          { title: 'Оплатить до', width: 13 },
          { title: 'Сумма', width: 16 },
        ],
        rows: [...rows, ['Всего к оплате', '', '', '', formatRoubles(total)]],
      },
      ...(isOfSeveral
        ? [{ kind: 'note', text: 'Получателей несколько: оплатите каждому его часть по его коду.' } as const]
        : []),
      ...parts.map((part, index) => slipOf(bill, part, totals[index] ?? 0)),
      {
        kind: 'note',
        text: 'Не меняйте номер счёта в назначении: по нему деньги распределятся по договорам, обычно за один–три рабочих дня.',
      },
    ],
    fileName: documentFileName('Счёт', numbers, formatDay(madeOn)),
  }
}

function slipOf(
  { payer, payerLastName }: JointBill,
  { number, payee, lines }: JointBill['parts'][number],
  amount: number,
): DocumentPart {
  const title = billNumber(number)
  const contracts = [...new Set(lines.map(({ contractNumber }) => contractNumber))]
  const purpose = `обучение, ${contracts.length === 1 ? 'договор' : 'договоры'} ${contracts.join(', ')}`
  const order = { payee, amount, billNumber: title, purpose, payerLastName }
  return {
    kind: 'slip',
    title: 'Извещение',
    code: {
      squares: buildPaymentQrCode(order),
      alt: `Платёжный код: получатель ${payee.name}, счёт, сумма ${formatRoubles(amount)} и назначение, те же, что в извещении`,
      caption: 'Наведите камеру в приложении банка: реквизиты и сумма заполнятся сами.',
    },
    facts: [...payeeDetails(payee), ['Назначение', `Счёт ${title}, ${purpose}`], ['Плательщик', payer]],
    sum: ['Сумма', formatRoubles(amount)],
    sign: 'Подпись плательщика ______________________   Дата ______________',
  }
}

function sumOf(lines: readonly JointBillLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}
