import type { ContractStatus, LessonFormat } from '#contract/enumerations.ts'
import type { Day } from '#server/days.ts'
import { type ContractFacts, fileNameOf, requisitesOf, titleOf, writtenDay } from './contract-facts.ts'
import type { Frame, Part } from './document.ts'
import { roublesOf, sumInWords } from './roubles.ts'

export type ContractPaper = ContractFacts & {
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

/** The contract itself: who, what, for how much and when it is paid. */
export function contractPaper(paper: ContractPaper): { frame: Frame; parts: Part[]; fileName: string } {
  const { number, payee, customer, student, total } = paper
  return {
    frame: {
      title: `Договор ${titleOf(paper)}`,
      about: `Договор № ${number} · ${customer}`,
      madeOn: `Составлено ${writtenDay(paper.madeOn)}`,
    },
    parts: [
      { kind: 'note', text: `Об оказании платных образовательных услуг. Состояние: ${states[paper.status]}.` },
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
          ['Период обучения', `${writtenDay(paper.startsOn)} – ${writtenDay(paper.endsOn)}`],
          ['Группа', paper.group ?? 'не выбрана'],
          ['Форма занятий', [formats[paper.format], paper.territory].filter(Boolean).join(', ')],
        ],
      },
      { kind: 'heading', text: '3. Стоимость и порядок оплаты' },
      { kind: 'facts', facts: [['Стоимость обучения', `${roublesOf(total)} (${sumInWords(total)})`]] },
      { kind: 'table', columns, rows: [...paper.payments.map(rowOf), ['', 'Всего', '', roublesOf(total)]] },
      {
        kind: 'note',
        text: 'Договор считается заключённым со дня, когда первый платёж внесён полностью. В назначении платежа указывается номер договора.',
      },
      { kind: 'heading', text: '4. Реквизиты исполнителя' },
      { kind: 'facts', facts: requisitesOf(payee) },
    ],
    fileName: fileNameOf('Договор', number),
  }
}

const columns = [
  { title: '№', width: 1 },
  { title: 'Платёж', width: 5 },
  { title: 'Оплатить до', width: 2.5 },
  { title: 'Сумма', width: 3 },
]

function rowOf({ position, title, dueOn, amount, isCanceled }: ContractPaper['payments'][number]): string[] {
  return [String(position), isCanceled ? `${title} (отменён)` : title, writtenDay(dueOn), roublesOf(amount)]
}
