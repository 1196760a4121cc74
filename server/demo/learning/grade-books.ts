import type { gradeBookCourses, gradeBooks, termMarks } from '#server/db/schema/learning.ts'
import type { Student } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { type CurrentTime, type Day, dayInZone } from '#server/time/calendar-days.ts'
import { type Column, isOver, type Journals, type Term } from './journals.ts'
import { isDecisive } from './mark-types.ts'
import { createMark, type GivenMark, isMarkable } from './marks.ts'

export type GradeBook = {
  book: typeof gradeBooks.$inferInsert & { id: string }
  courses: (typeof gradeBookCourses.$inferInsert)[]
  termMarks: (typeof termMarks.$inferInsert)[]
  marks: GivenMark[]
}

const titles = { school: 'Электронный дневник', academy: 'Журнал баллов', college: 'Зачётная книжка' } as const
const howOften = { school: 0.55, academy: 0.92, college: 0.85 } as const

/** A student's grade book from the journals of the class; `isFull`: with a mark for every lesson. */
export function createGradeBook(
  random: Random,
  { person, isShown }: Student,
  { branch, campaignId, terms, courses }: Journals,
  moment: CurrentTime,
  isFull = false,
): GradeBook {
  const bookId = random.uuid()
  const today = dayInZone(moment.now, moment.timeZone)
  const talent = 0.5 + random.next() * 0.45
  const result: GradeBook = {
    book: { id: bookId, studentId: person.id, campaignId, title: titles[branch] },
    courses: [],
    termMarks: [],
    marks: [],
  }
  let exams = 0
  const nextOutcome = () => randomOutcome(random, isShown ? exams++ : null)
  for (const { row, columns } of courses) {
    const given = columns
      .filter((column) => isMarkable(column, moment))
      .filter(({ markType }) => isFull || isDecisive(markType) || random.chance(howOften[branch]))
      .map((column) => {
        const outcome = branch === 'college' && isDecisive(column.markType) ? nextOutcome() : 'passed'
        return createMark(random, { bookId, talent, outcome }, column, moment)
      })
    const values = valuesOf(branch, terms, given, today)
    result.courses.push({ bookId, courseId: row.id, finalMark: finalMark(branch, terms.length, values) })
    result.termMarks.push(...values.map(({ termId, value }) => ({ bookId, courseId: row.id, termId, value })))
    result.marks.push(...given)
  }
  return result
}

/** The demo has a retaken exam and then one that is still owed. */
function randomOutcome(random: Random, position: number | null): 'passed' | 'retaken' | 'owed' {
  const byChance = random.weighted([
    ['passed', 85],
    ['retaken', 11],
    ['owed', 4],
  ] as const)
  return position === 0 ? 'retaken' : position === 1 ? 'owed' : byChance
}

function valuesOf(branch: Journals['branch'], terms: readonly Term[], given: readonly GivenMark[], today: Day) {
  return terms
    .filter((term) => isOver(term, today))
    .flatMap((term) => {
      const value = termValue(
        branch,
        given.filter(({ column }) => column.termId === term.id),
      )
      return value === null ? [] : [{ termId: term.id, value }]
    })
}

function termValue(branch: Journals['branch'], given: readonly GivenMark[]): string | null {
  const scored = given.filter(({ mark }) => mark.score !== null)
  if (scored.length === 0) return null
  const sum = scored.reduce((total, { mark }) => total + (mark.score ?? 0), 0)
  if (branch === 'school') return String(Math.round(sum / scored.length))
  if (branch === 'academy') return String(Math.round((100 * sum) / maxOf(scored.map(({ column }) => column))))
  return scored.findLast(({ column }) => isDecisive(column.markType))?.mark.value ?? null
}

function maxOf(columns: readonly Column[]): number {
  return columns.reduce((total, { max }) => total + max, 0)
}

function finalMark(branch: Journals['branch'], terms: number, known: readonly { value: string }[]): string | null {
  if (known.length < terms) return null
  if (branch === 'college') return known.at(-1)?.value ?? null
  return String(Math.round(known.reduce((sum, { value }) => sum + Number(value), 0) / known.length))
}
