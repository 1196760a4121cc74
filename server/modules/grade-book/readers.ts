import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { gradeBookCourses, gradeBooks, terms } from '#server/db/schema/learning.ts'
import { guardianships } from '#server/db/schema/people.ts'
import { type Branch, campaigns } from '#server/db/schema/programs.ts'
import { refuse } from '#server/refusal.ts'

const userId = sql.placeholder('userId')

/** Whose books somebody reads (D-8): the values of `in`. */
export const studentsOf = {
  guardian: sql`(select ${guardianships.childId} from ${guardianships} where ${guardianships.guardianId} = ${userId})`,
  student: sql`(${userId}::uuid)`,
  family: sql`(select ${guardianships.childId} from ${guardianships} where ${guardianships.guardianId} = ${userId} union all select ${userId}::uuid)`,
} as const satisfies Record<string, SQL>
export type Reader = keyof typeof studentsOf

/** A book, and what of it a call speaks of. */
export type InBook = {
  bookUuid: string
  /** Whose it must be, where the call says so. */
  studentUuid?: string
  /** These must belong to the book. */
  termUuid?: string
  courseUuids?: readonly string[]
}

export type FoundBook = { id: string; branch: Branch }

/** The book that a call names; what is not there, not the reader's or not of that book is 404. */
export function bookFinder(database: Database, reader: Reader) {
  const [studentUuid, termUuid] = [sql.placeholder('studentUuid'), sql.placeholder('termUuid')]
  const query = database
    .select({ id: gradeBooks.id, branch: campaigns.branch })
    .from(gradeBooks)
    .innerJoin(campaigns, eq(campaigns.id, gradeBooks.campaignId))
    .where(
      and(
        eq(gradeBooks.id, sql.placeholder('bookUuid')),
        sql`${gradeBooks.studentId} in ${studentsOf[reader]}`,
        sql`${gradeBooks.studentId} = coalesce(${studentUuid}::uuid, ${gradeBooks.studentId})`,
        sql`(${termUuid}::uuid is null or exists (
          select from ${terms} where ${terms.id} = ${termUuid} and ${terms.campaignId} = ${gradeBooks.campaignId}
        ))`,
        sql`${sql.placeholder('courseUuids')}::uuid[] <@ array(
          select ${gradeBookCourses.courseId} from ${gradeBookCourses} where ${gradeBookCourses.bookId} = ${gradeBooks.id}
        )`,
      ),
    )
    .prepare(`grade_book_of_${reader}`)

  return async (userId: string, asked: InBook): Promise<FoundBook> => {
    const { bookUuid, studentUuid = null, termUuid = null, courseUuids = [] } = asked
    const [book] = await query.execute({ userId, bookUuid, studentUuid, termUuid, courseUuids })
    return book ?? refuse('not-found', 'No such grade book, or not one of this person’s, or no such part of it')
  }
}
