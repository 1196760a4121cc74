import { createHash } from 'node:crypto'
import type { ContractText, ContractTextPart } from '#contract/enrolment/contract-text.ts'
import type { LessonFormat } from '#contract/enumerations.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { amountInWords, formatRoubles } from './amount-in-words.ts'
import { type ContractFields, formatDay, payeeDetails } from './contract-fields.ts'

/** Names the wording below: a changed sentence needs a new one. */
const contractTextVersion = '2026-12-01'

/** What a contract is about. Its number, its days and its state are not agreed to. */
export type ContractTerms = Pick<
  ContractFields,
  'customer' | 'student' | 'program' | 'schoolYear' | 'group' | 'payee'
> & {
  format: LessonFormat
  territory: string | null
  startsOn: Day
  endsOn: Day
  total: number
  /** Both sides sign it with simple electronic signatures. */
  needsSignatures: boolean
  payments: readonly { position: number; title: string; dueOn: Day; amount: number; isCanceled: boolean }[]
}

export type VersionedText = { version: string; parts: readonly ContractTextPart[] }

const signingHeading = '7. Подписание'

const formats: Record<LessonFormat, string> = {
  offline: 'очно',
  webinar: 'вебинар',
  video: 'видеоурок',
  stream: 'трансляция',
}

/** The only source of the text: pages show it, PDFs print it, and agreements store it. */
export function buildContractText(terms: ContractTerms): VersionedText {
  const { payee, customer, student, total, payments } = terms
  const parts: ContractTextPart[] = [
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
    { kind: 'paragraph', text: 'Исполнитель оказывает платные образовательные услуги, а заказчик их оплачивает.' },
    {
      kind: 'facts',
      facts: [
        ['Программа', terms.program],
        ['Учебный год', terms.schoolYear],
        ['Период обучения', `${formatDay(terms.startsOn)} – ${formatDay(terms.endsOn)}`],
        ['Группа', terms.group ?? 'не выбрана'],
        ['Формат занятий', [formats[terms.format], terms.territory].filter(Boolean).join(', ')],
      ],
    },
    { kind: 'heading', text: '3. Стоимость и порядок оплаты' },
    { kind: 'facts', facts: [['Стоимость обучения', `${formatRoubles(total)} (${amountInWords(total)})`]] },
    {
      kind: 'table',
      columns: ['№', 'Платёж', 'Оплатить до', 'Сумма'],
      rows: [...payments.map(rowOf), ['', 'Всего', '', formatRoubles(total)]],
    },
    { kind: 'paragraph', text: conclusionOf(payments.length > 0) },
    { kind: 'heading', text: '4. Права и обязанности' },
    ...duties.map((text) => ({ kind: 'paragraph' as const, text })),
    { kind: 'heading', text: '5. Отказ от договора и возврат денег' },
    ...refundRules.map((text) => ({ kind: 'paragraph' as const, text })),
    { kind: 'heading', text: '6. Реквизиты исполнителя' },
    { kind: 'facts', facts: payeeDetails(payee).map(([name, value]) => [name, value]) },
    ...(terms.needsSignatures
      ? [
          { kind: 'heading' as const, text: signingHeading },
          ...signingRules.map((text) => ({ kind: 'paragraph' as const, text })),
        ]
      : []),
  ]
  return { version: contractTextVersion, parts }
}

function conclusionOf(hasPayments: boolean): string {
  return hasPayments
    ? 'Договор считается заключённым со дня, когда первый платёж внесён полностью. В назначении платежа указывается номер договора.'
    : 'Договор считается заключённым со дня, когда он составлен.'
}

const duties = [
  'Исполнитель проводит занятия по программе в период обучения и сообщает об их переносе и отмене в личном кабинете.',
  'Заказчик вносит платежи в срок. Если первый платёж не внесён в срок, исполнитель вправе прекратить договор и отдать место в группе другому обучающемуся.',
  'Заказчик видит в личном кабинете расписание, посещаемость и оценки обучающегося и может сменить группу, если в другой группе есть место.',
]

const refundRules = [
  'Заказчик вправе отказаться от договора в любой день и не обязан объяснять причину (статья 782 Гражданского кодекса РФ, статья 32 Закона РФ «О защите прав потребителей»). Для этого он расторгает договор в личном кабинете или пишет в школу и называет последний день занятий.',
  'Возвращается внесённое за вычетом стоимости занятий по этот день включительно. Стоимость занятия — это стоимость обучения, делённая на число занятий группы за период обучения. Если внесено меньше, чем стоят прошедшие занятия, заказчик доплачивает разницу.',
  'Деньги возвращаются в течение 10 дней после последнего дня занятий тем же способом, каким внесены, а если это невозможно — на счёт, который назовёт заказчик.',
]

const signingRules = [
  'Договор подписывается в личном кабинете простыми электронными подписями по соглашению об их использовании (статьи 6 и 9 Федерального закона от 06.04.2011 № 63-ФЗ «Об электронной подписи»). Подпись заказчика — одноразовый код, который он получил и ввёл.',
  'Заказчик платит после своей подписи и не ждёт подписи исполнителя. Если заказчик не подписал договор в срок первого платежа, исполнитель вправе прекратить договор и отдать место в группе другому обучающемуся.',
]

function rowOf({ position, title, dueOn, amount, isCanceled }: ContractTerms['payments'][number]): string[] {
  return [String(position), isCanceled ? `${title} (отменён)` : title, formatDay(dueOn), formatRoubles(amount)]
}

/** JSON without spaces in Unicode form NFC, the fields in the order of `contractTextPart`. */
export function canonicalContractText({ version, parts }: VersionedText): string {
  return JSON.stringify({ version, parts: parts.map(canonicalPart) }).normalize('NFC')
}

function canonicalPart(part: ContractTextPart): ContractTextPart {
  switch (part.kind) {
    case 'facts':
      return { kind: part.kind, facts: part.facts }
    case 'table':
      return { kind: part.kind, columns: part.columns, rows: part.rows }
    default:
      return { kind: part.kind, text: part.text }
  }
}

/** SHA-256 of the canonical form in UTF-8, as hexadecimal digits. */
export function hashContractText(canonical: string): string {
  return createHash('sha256').update(canonical).digest('hex')
}

/** The text with its hash, as the API returns it. */
export function toContractText(text: VersionedText): ContractText {
  const needsSignature = text.parts.some((part) => part.kind === 'heading' && part.text === signingHeading)
  return {
    version: text.version,
    hash: hashContractText(canonicalContractText(text)),
    parts: [...text.parts],
    ...(needsSignature && { needsSignature }),
  }
}
