import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Branch } from '#contract/enumerations.ts'
import { type ViewerRoleGroup, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { gradeBookCourses, gradeBooks, terms } from '#server/db/schema/learning.ts'
import { campaigns } from '#server/db/schema/programs.ts'
import { throwProblem } from '#server/http/http-error.ts'

/** Whose grade books a call reads. */
export type GradeBookReader = ViewerRoleGroup | 'all'

/** Students of the placeholder `userId`, as a subquery for `in`. */
export function readableStudents(reader: GradeBookReader): SQL {
  return visibleStudents({ roleGroup: reader, userId: sql.placeholder('userId') }, 'seesLearning')
}

/** A grade book, and the parts of it that a call refers to. */
export type GradeBookQuery = {
  bookUuid: string
  /** The owner, if the call names one. */
  studentUuid?: string
  /** These must belong to the grade book. */
  termUuid?: string
  courseUuids?: readonly string[]
}

export type FoundGradeBook = { id: string; branch: Branch }

/** Finds the grade book of a call; 404 if it is unknown, not readable, or does not have the named parts. */
export function prepareGradeBookFinder(database: Database, reader: GradeBookReader) {
  const [studentUuid, termUuid] = [sql.placeholder('studentUuid'), sql.placeholder('termUuid')]
  const query = database
    .select({ id: gradeBooks.id, branch: campaigns.branch })
    .from(gradeBooks)
    .innerJoin(campaigns, eq(campaigns.id, gradeBooks.campaignId))
    .where(
      and(
        eq(gradeBooks.id, sql.placeholder('bookUuid')),
        sql`${gradeBooks.studentId} in ${readableStudents(reader)}`,
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

  return async (userId: string, request: GradeBookQuery): Promise<FoundGradeBook> => {
    const { bookUuid, studentUuid = null, termUuid = null, courseUuids = [] } = request
    const [book] = await query.execute({ userId, bookUuid, studentUuid, termUuid, courseUuids })
    return book ?? throwProblem('not-found', 'No such grade book, or not one of this person’s, or no such part of it')
  }
}
