import type { GradeBook } from '#contract/learning/grade-book.ts'
import { fullName } from '#contract/people/names.ts'
import type { Day } from '#server/time/calendar-days.ts'
import { documentFileName } from './contract-fields.ts'
import type { DocumentHeader, DocumentPart } from './pdf-document.ts'

/** An exam or a credit, with earlier values if it was retaken. */
export type Exam = {
  courseUuid: string
  termUuid: string
  kind: string
  value: string
  on: Day
  isOutstanding: boolean
  earlier: readonly { value: string; on: Day }[]
}

export type RecordBook = {
  book: GradeBook
  school: string
  student: { lastName: string; firstName: string; patronym: string | null }
  exams: readonly Exam[]
  withoutJournals: readonly { title: string; reason: string }[]
  madeOn: Day
}

const none = '—'

/** Documents of the school are always in Russian. */
export function buildRecordBook(given: RecordBook): { frame: DocumentHeader; parts: DocumentPart[]; fileName: string } {
  const { book, school, student, withoutJournals, madeOn } = given
  const name = fullName(student)
  const facts = [
    [book.variant === 'school' ? 'Ученик' : 'Студент', name],
    ['Отделение', school],
    ['Учебный год', book.schoolYear],
  ] as const
  return {
    frame: { title: book.title, about: `${name} · ${book.schoolYear}`, madeOn: `Составлено ${written(madeOn)}` },
    parts: [
      { kind: 'facts', facts },
      ...(book.variant === 'college' ? semesters(given) : [results(book)]),
      ...withoutJournals.map(({ title, reason }) => ({ kind: 'note' as const, text: `${title}: ${reason}.` })),
      { kind: 'note', text: 'Прочерк — оценка не выставлена.' },
    ],
    fileName: documentFileName(book.title, `${book.schoolYear} ${fullName({ ...student, patronym: null })}`),
  }
}

/** School and academy: each course with its term marks, average and final mark. */
function results({ variant, terms, courses }: GradeBook): DocumentPart {
  return {
    kind: 'table',
    columns: [
      { title: 'Предмет', width: 5 },
      ...terms.map(({ title }) => ({ title, width: 2, align: 'center' as const })),
      { title: variant === 'academy' ? 'Набрано, %' : 'Средний балл', width: 2, align: 'center' },
      { title: 'Год', width: 2, align: 'center' },
    ],
    rows: courses.map(({ title, termMarks, average, finalMark }) => [
      title,
      ...terms.map(({ uuid }) => termMarks.find(({ termUuid }) => termUuid === uuid)?.value ?? none),
      decimal(average),
      finalMark ?? none,
    ]),
  }
}

/** College: the exams and credits of each semester, what is owed, and the current state of the courses. */
function semesters({ book: { terms, courses }, exams }: RecordBook): DocumentPart[] {
  const courseOf = new Map(courses.map((course) => [course.uuid, course]))
  const titleOf = ({ courseUuid }: Exam) => courseOf.get(courseUuid)?.title ?? ''
  const outstanding = exams.filter(({ isOutstanding }) => isOutstanding)
  return [
    ...terms.flatMap((term): DocumentPart[] => {
      const own = exams.filter(({ termUuid }) => termUuid === term.uuid)
      const rows = own.map((exam) => [
        titleOf(exam),
        exam.kind,
        courseOf.get(exam.courseUuid)?.teacher ?? none,
        exam.value,
        written(exam.on),
        exam.earlier.map(({ value, on }) => `${value} (${written(on)})`).join(', ') || none,
      ])
      const nothing: DocumentPart = { kind: 'note', text: 'Зачётов и экзаменов ещё не было.' }
      return [
        { kind: 'heading', text: term.title },
        rows.length > 0 ? { kind: 'table', columns: examColumns, rows } : nothing,
      ]
    }),
    ...(outstanding.length > 0 ? [{ kind: 'heading' as const, text: 'Академические задолженности' }] : []),
    ...outstanding.map((exam) => ({
      kind: 'note' as const,
      text: `${titleOf(exam)}: ${exam.kind.toLowerCase()} ${written(exam.on)}, оценка «${exam.value}».`,
    })),
    { kind: 'heading', text: 'Дисциплины' },
    {
      kind: 'table',
      columns: [
        { title: 'Дисциплина', width: 5 },
        { title: 'Средний балл текущих работ', width: 3, align: 'center' },
        { title: 'Итог', width: 2, align: 'center' },
      ],
      rows: courses.map(({ title, average, finalMark }) => [title, decimal(average), finalMark ?? none]),
    },
  ]
}

const examColumns = [
  { title: 'Дисциплина', width: 4 },
  { title: 'Вид', width: 2 },
  { title: 'Преподаватель', width: 4 },
  { title: 'Оценка', width: 2, align: 'center' as const },
  { title: 'Дата', width: 2.2, align: 'center' as const },
  { title: 'До пересдачи', width: 2.8 },
]

function written(day: Day): string {
  return day.split('-').reverse().join('.')
}

function decimal(value: number | null): string {
  return value === null ? none : value.toFixed(2).replace('.', ',')
}
