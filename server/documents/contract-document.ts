import type { ContractStatus, LessonFormat } from '#contract/enumerations.ts'
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

export type ContractDocument = Omit<ContractFields, 'number'> & {
  /** Null for a draft, which binds to nothing. */
  number: string | null
  status: ContractStatus
  format: LessonFormat
  territory: string | null
  startsOn: Day
  endsOn: Day
  total: number
  payments: readonly { position: number; title: string; dueOn: Day; amount: number; isCanceled: boolean }[]
}

const formats: Record<LessonFormat, string> = {
  offline: 'очно',
  webinar: 'вебинары',
  video: 'видеокурс',
  stream: 'трансляции',
}
const states: Record<ContractStatus, string> = {
  Open: 'ждёт первого платежа',
  Concluded: 'заключён',
  Frozen: 'приостановлен',
  OnTermination: 'расторгается',
  Termination: 'расторгнут',
  NotPaid: 'не оплачен',
}

const draftTitle = 'Проект договора'
const draftState = 'проект, ни к чему не обязывает; номер появится, когда договор будет составлен'

/** The contract or its draft as PDF: parties, subject, total and payment schedule. */
export function buildContractDocument(paper: ContractDocument): {
  frame: DocumentHeader
  parts: DocumentPart[]
  fileName: string
} {
  const { number, concludedOn, payee, customer, student, total } = paper
  return {
    frame: {
      title: number === null ? draftTitle : `Договор ${contractTitle({ number, concludedOn })}`,
      about: `${number === null ? draftTitle : `Договор № ${number}`} · ${customer}`,
      madeOn: `Составлено ${formatDay(paper.madeOn)}`,
    },
    parts: [
      {
        kind: 'note',
        text: `Об оказании платных образовательных услуг. Состояние: ${number === null ? draftState : states[paper.status]}.`,
      },
      { kind: 'heading', text: '1. Стороны' },
      {
        kind: 'facts',
        facts: [
          ['Исполнитель', `${payee.name}, ИНН ${payee.taxNumber}`],
          ['Заказчик', customer],
          ['Обучающийся', student],
        ],
      },
      { kind: 'heading', text: '2. Предмет' },
      {
        kind: 'facts',
        facts: [
          ['Программа', paper.program],
          ['Учебный год', paper.schoolYear],
          ['Период обучения', `${formatDay(paper.startsOn)} – ${formatDay(paper.endsOn)}`],
          ['Группа', paper.group ?? 'не выбрана'],
          ['Форма занятий', [formats[paper.format], paper.territory].filter(Boolean).join(', ')],
        ],
      },
      { kind: 'heading', text: '3. Стоимость и порядок оплаты' },
      { kind: 'facts', facts: [['Стоимость обучения', `${formatRoubles(total)} (${amountInWords(total)})`]] },
      { kind: 'table', columns, rows: [...paper.payments.map(rowOf), ['', 'Всего', '', formatRoubles(total)]] },
      {
        kind: 'note',
        text: `${conclusionOf(paper)} В назначении платежа указывается номер договора.`,
      },
      { kind: 'heading', text: '4. Реквизиты исполнителя' },
      { kind: 'facts', facts: payeeDetails(payee) },
    ],
    fileName:
      number === null
        ? documentFileName(draftTitle, formatMonth(paper.madeOn), student)
        : documentFileName('Договор', number, formatMonth(concludedOn ?? paper.madeOn), student),
  }
}

/** Before a contract is concluded, when it will be; afterwards, when it was. */
function conclusionOf({ status, concludedOn }: ContractDocument): string {
  if (concludedOn !== null) return `Договор заключён ${formatDay(concludedOn)}.`
  if (status === 'Open') return 'Договор считается заключённым со дня, когда первый платёж внесён полностью.'
  return 'Договор не был заключён: первый платёж не внесён.'
}

const columns = [
  { title: '№', width: 1 },
  { title: 'Платёж', width: 5 },
  { title: 'Оплатить до', width: 2.5 },
  { title: 'Сумма', width: 3 },
]

function rowOf({ position, title, dueOn, amount, isCanceled }: ContractDocument['payments'][number]): string[] {
  return [String(position), isCanceled ? `${title} (отменён)` : title, formatDay(dueOn), formatRoubles(amount)]
}
