import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { GradeBook } from '#contract/learning.ts'
import type { Database } from '#server/db/client.ts'
import {
  courses,
  gradeBookCourses,
  gradeBooks,
  journalColumns,
  marks,
  markTypes,
  termMarks,
  terms,
} from '#server/db/schema/learning.ts'
import { users } from '#server/db/schema/people.ts'
import { campaigns } from '#server/db/schema/programs.ts'

export type OwnedBook = GradeBook & { studentUuid: string }
type Course = GradeBook['courses'][number]

/** Books with their terms, courses and averages, the latest year first; `which` chooses among `grade_books`. */
export function booksReader(database: Database, name: string, which: SQL) {
  const books = database
    .select({
      studentUuid: gradeBooks.studentId,
      uuid: gradeBooks.id,
      variant: campaigns.branch,
      title: gradeBooks.title,
      schoolYear: campaigns.schoolYear,
      terms: termsOfBook,
    })
    .from(gradeBooks)
    .innerJoin(campaigns, eq(campaigns.id, gradeBooks.campaignId))
    .where(which)
    .orderBy(desc(campaigns.schoolYear), asc(gradeBooks.title), asc(gradeBooks.id))
    .prepare(`${name}_books`)
  const coursesOfBooks = coursesQuery(database, which).prepare(`${name}_courses`)

  return async (values: Record<string, unknown>): Promise<OwnedBook[]> => {
    const [found, stored] = await Promise.all([books.execute(values), coursesOfBooks.execute(values)])
    const ofBook = Map.groupBy(stored, ({ bookId }) => bookId)
    return found.map((book) => ({ ...book, courses: (ofBook.get(book.uuid) ?? []).map(withoutBook) }))
  }
}

const termsOfBook = sql<GradeBook['terms']>`(
  select coalesce(json_agg(
    json_build_object('uuid', ${terms.id}, 'title', ${terms.title}, 'startsOn', ${terms.startsOn}, 'endsOn', ${terms.endsOn})
    order by ${terms.startsOn}
  ), '[]')
  from ${terms} where ${terms.campaignId} = ${gradeBooks.campaignId}
)`

function coursesQuery(database: Database, which: SQL) {
  const booksChosen = sql`(select ${gradeBooks.id} from ${gradeBooks} where ${which})`
  const averages = averagesOf(database, booksChosen)
  return database
    .select({
      bookId: gradeBookCourses.bookId,
      uuid: courses.id,
      title: courses.title,
      teacher: fullNameOf(users),
      average: averages.average,
      termMarks: termMarksOfCourse,
      finalMark: gradeBookCourses.finalMark,
    })
    .from(gradeBookCourses)
    .innerJoin(courses, eq(courses.id, gradeBookCourses.courseId))
    .leftJoin(users, eq(users.id, courses.teacherId))
    .leftJoin(
      averages,
      and(eq(averages.bookId, gradeBookCourses.bookId), eq(averages.courseId, gradeBookCourses.courseId)),
    )
    .where(sql`${gradeBookCourses.bookId} in ${booksChosen}`)
    .orderBy(asc(courses.title), asc(courses.id))
}

/** All courses of all chosen books in one pass over their marks; a mark without a score counts nowhere. */
function averagesOf(database: Database, booksChosen: SQL) {
  const byWeight = sql`sum(${marks.score} * ${markTypes.weight})::numeric / nullif(sum(${markTypes.weight}), 0)::numeric`
  const perCent = sql`100 * sum(${marks.score})::numeric / sum(${journalColumns.max})::numeric`
  return database
    .select({
      bookId: marks.bookId,
      courseId: journalColumns.courseId,
      average:
        sql<number>`round(case ${journalColumns.branch} when 'academy' then ${perCent} else ${byWeight} end, 2)::float8`.as(
          'average',
        ),
    })
    .from(marks)
    .innerJoin(journalColumns, eq(journalColumns.id, marks.columnId))
    .innerJoin(markTypes, and(eq(markTypes.branch, journalColumns.branch), eq(markTypes.code, journalColumns.markType)))
    .where(and(isNotNull(marks.score), sql`${marks.bookId} in ${booksChosen}`))
    .groupBy(marks.bookId, journalColumns.courseId, journalColumns.branch)
    .as('averages')
}

const termMarksOfCourse = sql<Course['termMarks']>`(
  select coalesce(json_agg(json_build_object('termUuid', ${terms.id}, 'value', ${termMarks.value}) order by ${terms.startsOn}), '[]')
  from ${termMarks} join ${terms} on ${terms.id} = ${termMarks.termId}
  where ${termMarks.bookId} = ${gradeBookCourses.bookId} and ${termMarks.courseId} = ${gradeBookCourses.courseId}
)`

function withoutBook({ bookId: _, ...course }: Course & { bookId: string }): Course {
  return course
}

export function fullNameOf(person: typeof users) {
  return sql<string | null>`nullif(concat_ws(' ', ${person.lastName}, ${person.firstName}, ${person.patronym}), '')`
}
