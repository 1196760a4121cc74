import * as tables from '#server/db/schema/learning.ts'
import { type Batch, batch } from './batch.ts'
import { gradeBookOf } from './grade-books.ts'
import { type Journals, journalsOf, kindsOfMarks, scales } from './journals.ts'
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
  const courses = journals.flatMap((each) => each.courses)
  yield batch(tables.gradeScales, scales)
  yield batch(tables.markTypes, kindsOfMarks)
  yield batch(tables.terms, [...terms])
  yield batch(
    tables.courses,
    courses.map(({ row }) => row),
  )
  yield batch(
    tables.journalColumns,
    courses.flatMap(({ columns }) => columns),
  )
}

export function* gradeBookRows(
  { random, frame, today, plan }: School,
  students: readonly Student[],
  journals: readonly Journals[],
): Generator<Batch> {
  const books = students.flatMap((student) =>
    journals
      .filter((each) => isOf(student, each, frame.year.label))
      .map((each) => {
        const own = random.fork(`book ${student.person.id} ${each.year === frame.year}`)
        return gradeBookOf(own, student, each, today, plan.timeZone)
      }),
  )
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
    books.flatMap(({ marks }) => marks),
  )
  yield batch(
    tables.markHistory,
    books.flatMap(({ history }) => history),
  )
}

/** This year's book of the student's class; the shown students have last year's, too. */
function isOf({ branch, grade, isShown }: Student, journals: Journals, label: string): boolean {
  if (journals.branch !== branch) return false
  if (journals.year.label === label) return journals.grade === null || journals.grade === grade
  return isShown && (journals.grade === null || journals.grade === Math.max(1, (grade ?? 1) - 1))
}
