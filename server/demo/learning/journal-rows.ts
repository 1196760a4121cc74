import * as tables from '#server/db/schema/learning.ts'
import type { School } from '#server/demo/enrolment/create-school.ts'
import type { Student } from '#server/demo/people/people.ts'
import { type Batch, batch } from '#server/demo/rows/row-batch.ts'
import { createGradeBook, type GradeBook } from './grade-books.ts'
import { createJournals, type Journals } from './journals.ts'
import { demoMarkTypes, scales } from './mark-types.ts'
import { dateNewestMarks } from './marks.ts'

/** The journals of last year come first. A course of this year has the group in which a demo student of the class studies. */
export function createSchoolJournals({ random, structure, people, memberships }: School): Journals[] {
  const groups = new Map(structure.groups.map(({ row, program }) => [row.id, program]))
  const shown = people.students.filter(({ isShown }) => isShown)
  const attended = memberships.flatMap(({ studentId, groupId, leftOn }) => {
    const student = shown.find(({ person }) => person.id === studentId)
    const program = groups.get(groupId)
    return student && program && !leftOn ? [{ student, program, groupId }] : []
  })
  const groupOf: Parameters<typeof createJournals>[4] = (branch, grade, subject) =>
    attended.find(
      ({ student, program }) =>
        program.branch === branch && program.subject === subject && (grade === null || student.grade === grade),
    )?.groupId ?? null
  return [structure.lastYear, structure.year].flatMap((year) =>
    createJournals(random.fork(`journals ${year === structure.year}`), structure, year, people.teachers, groupOf),
  )
}

export function* journalRows(journals: readonly Journals[]): Generator<Batch> {
  const terms = new Set(journals.flatMap((each) => each.terms))
  yield batch(tables.gradeScales, scales)
  yield batch(tables.markTypes, demoMarkTypes)
  yield batch(tables.terms, [...terms])
  yield* courseRows(journals)
}

export function* gradeBookRows(
  { random, structure, plan }: School,
  students: readonly Student[],
  journals: readonly Journals[],
): Generator<Batch> {
  const books = students.flatMap((student) =>
    journals
      .filter((each) => isOf(student, each, structure.year.label))
      .map((each) => {
        const isThisYear = each.year === structure.year
        const own = random.fork(`book ${student.person.id} ${isThisYear}`)
        const book = createGradeBook(own, student, each, plan)
        if (student.isShown && isThisYear) dateNewestMarks(book.marks, plan)
        return book
      }),
  )
  yield* bookRows(books)
}

export function* courseRows(journals: readonly Journals[]): Generator<Batch> {
  const courses = journals.flatMap((each) => each.courses)
  yield batch(
    tables.courses,
    courses.map(({ row }) => row),
  )
  yield batch(
    tables.journalColumns,
    courses.flatMap(({ columns }) => columns),
  )
}

export function* bookRows(books: readonly GradeBook[]): Generator<Batch> {
  const marks = books.flatMap((book) => book.marks)
  yield batch(
    tables.gradeBooks,
    books.map(({ book }) => book),
  )
  yield batch(
    tables.gradeBookCourses,
    books.flatMap(({ courses }) => courses),
  )
  yield batch(
    tables.termMarks,
    books.flatMap(({ termMarks }) => termMarks),
  )
  yield batch(
    tables.marks,
    marks.map(({ mark }) => mark),
  )
  yield batch(
    tables.markHistory,
    marks.flatMap(({ history }) => history),
  )
}

/** This year's grade book; demo students also have last year's. */
function isOf({ branch, grade, isShown }: Student, journals: Journals, label: string): boolean {
  if (journals.branch !== branch) return false
  if (journals.year.label === label) return journals.grade === null || journals.grade === grade
  return isShown && (journals.grade === null || journals.grade === Math.max(1, (grade ?? 1) - 1))
}
