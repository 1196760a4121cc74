import { addDays, type Day, instantAt } from '#server/days.ts'
import type { gradeBookCourses, gradeBooks, markHistory, marks, termMarks } from '#server/db/schema/learning.ts'
import { type Column, isOver, type Journals, type Term } from './journals.ts'
import type { Student } from './people.ts'
import type { Random } from './random.ts'

type Mark = typeof marks.$inferInsert & { id: string; score: number | null }

export type GradeBook = {
  book: typeof gradeBooks.$inferInsert & { id: string }
  courses: (typeof gradeBookCourses.$inferInsert)[]
  termMarks: (typeof termMarks.$inferInsert)[]
  marks: Mark[]
  history: (typeof markHistory.$inferInsert)[]
}

const titles = { school: 'Электронный дневник', academy: 'Журнал баллов', college: 'Зачётная книжка' } as const
const howOften = { school: 0.55, academy: 0.95, college: 0.85 } as const

const comments = [
  'Ход решения верный, ошибка в последнем действии.',
  'Работа сдана раньше срока.',
  'Можно пересдать до конца четверти.',
  'Отмечена лучшая работа в классе.',
  'Не хватает вывода.',
]

/** One student's book over the journals of the class. */
export function gradeBookOf(
  random: Random,
  { person }: Student,
  journals: Journals,
  today: Day,
  timeZone: string,
): GradeBook {
  const { branch, campaignId, terms, courses } = journals
  const bookId = random.uuid()
  const talent = 0.5 + random.next() * 0.45
  const result: GradeBook = {
    book: { id: bookId, studentId: person.id, campaignId, title: titles[branch] },
    courses: [],
    termMarks: [],
    marks: [],
    history: [],
  }
  for (const { row, columns } of courses) {
    const given = columns
      .filter(({ markType }) => isDecisive(markType) || random.chance(howOften[branch]))
      .map((column) => ({ column, mark: markOf(random, talent, bookId, column, timeZone) }))
    const termValues = terms
      .filter((term) => isOver(term, today))
      .map((term) => ({ term, value: termValue(branch, term, given) }))
    result.courses.push({ bookId, courseId: row.id, finalMark: finalMark(branch, terms.length, termValues) })
    for (const { term, value } of termValues)
      if (value !== null) result.termMarks.push({ bookId, courseId: row.id, termId: term.id, value })
    for (const { column, mark } of given) {
      result.marks.push(mark)
      if (random.chance(0.03) && mark.score !== null) result.history.push(...corrected(mark, column, today, timeZone))
    }
  }
  return result
}

function isDecisive(markType: string): boolean {
  return markType === 'exam' || markType === 'credit'
}

function markOf(random: Random, talent: number, bookId: string, column: Column, timeZone: string): Mark {
  const { markType, max } = column
  const absent = !isDecisive(markType) && random.chance(0.05)
  const share = Math.max(0, Math.min(1, talent + (random.next() - 0.4) * 0.45))
  const score = absent ? null : scoreOf(column, share)
  return {
    id: random.uuid(),
    bookId,
    columnId: column.id,
    value: score === null ? 'н' : writtenMark(markType, score),
    score,
    absent,
    comment: !absent && max > 1 && random.chance(0.08) ? random.pick(comments) : null,
    givenAt: instantAt(column.heldOn, '16:10', timeZone),
  }
}

function scoreOf({ branch, markType, max }: Column, share: number): number {
  if (markType === 'credit') return share > 0.35 ? 1 : 0
  return branch === 'academy' ? Math.round(share * max) : Math.max(2, Math.round(1.6 + share * 3.4))
}

function writtenMark(markType: string, score: number): string {
  if (markType === 'credit') return score === 1 ? 'зачёт' : 'незачёт'
  return String(score)
}

type Given = { column: Column; mark: Mark }

function termValue(branch: Journals['branch'], term: Term, given: readonly Given[]): string | null {
  const scored = given.filter(({ column, mark }) => column.termId === term.id && mark.score !== null)
  if (scored.length === 0) return null
  const sum = scored.reduce((total, { mark }) => total + (mark.score ?? 0), 0)
  if (branch === 'school') return String(Math.round(sum / scored.length))
  if (branch === 'academy')
    return String(Math.round((100 * sum) / scored.reduce((total, { column }) => total + column.max, 0)))
  return scored.findLast(({ column }) => isDecisive(column.markType))?.mark.value ?? null
}

function finalMark(
  branch: Journals['branch'],
  terms: number,
  values: readonly { value: string | null }[],
): string | null {
  const known = values.flatMap(({ value }) => (value === null ? [] : [value]))
  if (known.length < terms) return null
  if (branch === 'college') return known.at(-1) ?? null
  return String(Math.round(known.reduce((sum, value) => sum + Number(value), 0) / known.length))
}

/** Given on the day, raised three days later after the work was looked through again. */
function corrected({ id, value, score }: Mark, { heldOn, markType, max }: Column, today: Day, timeZone: string) {
  if (isDecisive(markType) || score === null || score < max * 0.6 || addDays(heldOn, 3) >= today) return []
  return [
    { markId: id, at: instantAt(heldOn, '16:10', timeZone), value: String(score - 1) },
    { markId: id, at: instantAt(addDays(heldOn, 3), '14:30', timeZone), value },
  ]
}
