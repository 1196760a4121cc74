import * as tables from '#server/db/schema/learning.ts'
import { type Batch, batch } from './batch.ts'
import { thickJournals } from './bookworm.ts'
import { type GradeBook, gradeBookOf } from './grade-books.ts'
import { type Journals, journalsOf } from './journals.ts'
import { kindsOfMarks, scales } from './marking.ts'
import { newlyGiven } from './marks.ts'
import type { Student } from './people.ts'
import type { School } from './school.ts'

/** Those of last year come first. */
export function journalsOfSchool({ random, frame, people }: School): Journals[] {
  return [frame.lastYear, frame.year].flatMap((year) =>
    journalsOf(random.fork(`journals ${year === frame.year}`), frame, year, people.teachers),
  )
}

export function* journalRows(journals: readonly Journals[]): Generator<Batch> {
  const terms = new Set(journals.flatMap((each) => each.terms))
  yield batch(tables.gradeScales, scales)
  yield batch(tables.markTypes, kindsOfMarks)
  yield batch(tables.terms, [...terms])
  yield* courseRows(journals)
}

export function* gradeBookRows(
  { random, frame, plan }: School,
  students: readonly Student[],
  journals: readonly Journals[],
): Generator<Batch> {
  const books = students.flatMap((student) =>
    journals
      .filter((each) => isOf(student, each, frame.year.label))
      .map((each) => {
        const isThisYear = each.year === frame.year
        const own = random.fork(`book ${student.person.id} ${isThisYear}`)
        const book = gradeBookOf(own, student, each, plan)
        if (student.isShown && isThisYear) newlyGiven(book.marks, plan)
        return book
      }),
  )
  yield* bookRows(books)
}

/** The book of somebody with very many marks: those of last year, which is over. */
export function* bookwormRows(
  { random, frame, people, plan, bookworm }: School,
  journals: readonly Journals[],
): Generator<Batch> {
  const usual = journals.find(({ branch, year }) => branch === 'school' && year === frame.lastYear)
  if (!bookworm || !usual) return
  const own = random.fork('bookworm')
  const thick = thickJournals(own, usual, people.teachers, bookworm.marks)
  yield* courseRows([thick])
  yield* bookRows([gradeBookOf(own, bookworm.student, thick, plan, true)])
}

function* courseRows(journals: readonly Journals[]): Generator<Batch> {
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

function* bookRows(books: readonly GradeBook[]): Generator<Batch> {
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

/** This year's book of the student's class; the shown students have last year's, too. */
function isOf({ branch, grade, isShown }: Student, journals: Journals, label: string): boolean {
  if (journals.branch !== branch) return false
  if (journals.year.label === label) return journals.grade === null || journals.grade === grade
  return isShown && (journals.grade === null || journals.grade === Math.max(1, (grade ?? 1) - 1))
}
