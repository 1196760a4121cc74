import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { GradeBook, Mark, Retake } from '#contract/learning/grade-book.ts'
import type { Child } from '#contract/schemas.ts'
import { byName, selectFullName } from '#server/access/user-columns.ts'
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
import { prepareRetakes } from './exams.ts'
import { readableStudents } from './grade-book-access.ts'
import { prepareStudentMarks } from './marks.ts'

type StudentGradeBook = GradeBook & { studentUuid: string }
type Course = GradeBook['courses'][number]

/** Grade books with terms, courses and averages, the latest year first; `which` filters `grade_books`. */
export function prepareGradeBooks(database: Database, name: string, which: SQL) {
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

  return async (values: Record<string, unknown>): Promise<StudentGradeBook[]> => {
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
      groupUuid: courses.groupId,
      teacher: selectFullName(users),
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

/**
 * Averages of all courses in one pass over the marks; marks without a score do not count. `offset 0` makes PostgreSQL
 * join the columns at once: it underestimates the number of marks and would look up each column separately. Weights are
 * applied to the sums of each mark type.
 */
function averagesOf(database: Database, booksChosen: SQL) {
  const coursesChosen = sql`select ${gradeBookCourses.courseId} from ${gradeBookCourses} where ${gradeBookCourses.bookId} in ${booksChosen}`
  const columnsChosen = sql`(select * from ${journalColumns} where ${journalColumns.courseId} in (${coursesChosen}) offset 0) as ${journalColumns}`
  const { courseId, branch, markType } = journalColumns
  const sums = database
    .select({
      bookId: marks.bookId,
      courseId: sql<string>`${courseId}`.as('of_course'),
      branch: sql<string>`${branch}`.as('of_branch'),
      markType: sql<string>`${markType}`.as('of_kind'),
      score: sql<number>`sum(${marks.score})`.as('scores'),
      max: sql<number>`sum(${journalColumns.max})`.as('maxima'),
      count: sql<number>`count(*)`.as('how_many'),
    })
    .from(marks)
    .innerJoin(columnsChosen, eq(journalColumns.id, marks.columnId))
    .where(and(isNotNull(marks.score), sql`${marks.bookId} in ${booksChosen}`))
    .groupBy(marks.bookId, courseId, branch, markType)
    .as('sums')
  const weights = sql`sum(${sums.count} * ${markTypes.weight})`
  const byWeight = sql`sum(${sums.score} * ${markTypes.weight})::numeric / nullif(${weights}, 0)::numeric`
  const perCent = sql`100 * sum(${sums.score})::numeric / sum(${sums.max})::numeric`
  return database
    .select({
      bookId: sums.bookId,
      courseId: sums.courseId,
      average:
        sql<number>`round(case ${sums.branch} when 'academy' then ${perCent} else ${byWeight} end, 2)::float8`.as(
          'average',
        ),
    })
    .from(sums)
    .innerJoin(markTypes, and(eq(markTypes.branch, sums.branch), eq(markTypes.code, sums.markType)))
    .groupBy(sums.bookId, sums.courseId, sums.branch)
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

/**
 * Each child of a guardian with its grade books and retakes, in the order of the profile; children without a book are
 * included.
 */
export function prepareChildrenGradeBooks(database: Database, timeZone: string) {
  const { id: uuid, firstName, lastName, patronym, avatar, grade } = users
  const children = database
    .select({ uuid, firstName, lastName, patronym, avatar, grade })
    .from(users)
    .where(sql`${users.id} in ${readableStudents('parent')}`)
    .orderBy(...byName)
    .prepare('grade_book_children')
  const books = prepareGradeBooks(database, 'childrens', sql`${gradeBooks.studentId} in ${readableStudents('parent')}`)

  const retakesIn = prepareRetakes(database, timeZone)

  return async (userId: string, now: Date): Promise<{ student: Child; books: GradeBook[]; retakes: Retake[] }[]> => {
    const [students, found] = await Promise.all([children.execute({ userId }), books({ userId })])
    const ofStudent = Map.groupBy(found, ({ studentUuid }) => studentUuid)
    return Promise.all(
      students.map(async (student) => {
        const own = (ofStudent.get(student.uuid) ?? []).map(withoutStudent)
        return { student, books: own, retakes: await retakesIn(own, now) }
      }),
    )
  }
}

/** A student's own grade books: with all marks, or with what is to be retaken, so that the size does not grow with the marks. */
export function prepareOwnGradeBooks(database: Database, timeZone: string) {
  const books = prepareGradeBooks(database, 'own', sql`${gradeBooks.studentId} in ${readableStudents('student')}`)
  const marks = prepareStudentMarks(database)
  const retakesIn = prepareRetakes(database, timeZone)
  const alone = async (userId: string): Promise<GradeBook[]> => (await books({ userId })).map(withoutStudent)

  return {
    async alone(userId: string, now: Date): Promise<{ books: GradeBook[]; retakes: Retake[] }> {
      const books = await alone(userId)
      return { books, retakes: await retakesIn(books, now) }
    },
    async whole(userId: string): Promise<{ books: (GradeBook & { marks: Mark[] })[] }> {
      const [found, ofBook] = await Promise.all([alone(userId), marks(userId)])
      return { books: found.map((book) => ({ ...book, marks: ofBook.get(book.uuid) ?? [] })) }
    },
  }
}

function withoutStudent({ studentUuid: _, ...book }: StudentGradeBook): GradeBook {
  return book
}
