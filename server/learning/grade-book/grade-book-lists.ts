import { asc, sql } from 'drizzle-orm'
import type { GradeBook, Mark } from '#contract/learning.ts'
import type { Child } from '#contract/schemas.ts'
import type { Database } from '#server/db/client.ts'
import { gradeBooks } from '#server/db/schema/learning.ts'
import { users } from '#server/db/schema/people.ts'
import { readableStudents } from './grade-book-access.ts'
import { prepareGradeBooks, type StudentGradeBook } from './grade-books.ts'
import { prepareStudentMarks } from './marks.ts'

/** Each child of a guardian with its grade books, in the order of the profile; children without a book are included. */
export function prepareChildrenGradeBooks(database: Database) {
  const { id: uuid, firstName, lastName, patronym, avatar, grade } = users
  const children = database
    .select({ uuid, firstName, lastName, patronym, avatar, grade })
    .from(users)
    .where(sql`${users.id} in ${readableStudents('parent')}`)
    .orderBy(asc(lastName), asc(firstName), asc(uuid))
    .prepare('grade_book_children')
  const books = prepareGradeBooks(database, 'childrens', sql`${gradeBooks.studentId} in ${readableStudents('parent')}`)

  return async (userId: string): Promise<{ student: Child; books: GradeBook[] }[]> => {
    const [students, found] = await Promise.all([children.execute({ userId }), books({ userId })])
    const ofStudent = Map.groupBy(found, ({ studentUuid }) => studentUuid)
    return students.map((student) => ({ student, books: (ofStudent.get(student.uuid) ?? []).map(withoutStudent) }))
  }
}

/** A student's own grade books: with all marks (S7), or without, so that the size does not grow with the marks. */
export function prepareOwnGradeBooks(database: Database) {
  const books = prepareGradeBooks(database, 'own', sql`${gradeBooks.studentId} in ${readableStudents('student')}`)
  const marks = prepareStudentMarks(database)
  const alone = async (userId: string): Promise<GradeBook[]> => (await books({ userId })).map(withoutStudent)

  return {
    alone: async (userId: string): Promise<{ books: GradeBook[] }> => ({ books: await alone(userId) }),
    async whole(userId: string): Promise<{ books: (GradeBook & { marks: Mark[] })[] }> {
      const [found, ofBook] = await Promise.all([alone(userId), marks(userId)])
      return { books: found.map((book) => ({ ...book, marks: ofBook.get(book.uuid) ?? [] })) }
    },
  }
}

function withoutStudent({ studentUuid: _, ...book }: StudentGradeBook): GradeBook {
  return book
}
