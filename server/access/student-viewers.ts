import { and, isNotNull, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { NeededRight } from '#contract/people/guardian-rights.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { givesRight } from './guardian-rights.ts'

/** A person who may see a student's data, for messages about the student. */
export type StudentViewer = {
  studentId: string
  /** Empty for the student. */
  student: string
  recipient: { id: string; email: string | null; phone: string | null; language: Locale | null }
}

const students = alias(users, 'students')

/** The students themselves and their guardians with the right, as far as they have an account that is not locked. */
export async function findStudentViewers(
  database: Database,
  studentIds: readonly string[],
  needed: NeededRight,
): Promise<ReadonlyMap<string, StudentViewer[]>> {
  if (studentIds.length === 0) return new Map()
  const viewers = sql`(
    select ${guardianships.childId} as student_id, ${guardianships.guardianId} as viewer_id from ${guardianships} where ${givesRight(needed)}
    union all select id, id from ${users}
  ) as viewers`
  const found = await database
    .select({
      studentId: students.id,
      firstName: students.firstName,
      recipient: { id: users.id, email: users.email, phone: users.phone, language: users.language },
    })
    .from(viewers)
    .innerJoin(students, sql`${students.id} = viewers.student_id`)
    .innerJoin(users, sql`${users.id} = viewers.viewer_id`)
    .where(
      and(
        sql`viewers.student_id in ${listOf([...new Set(studentIds)], 'uuid')}`,
        isNotNull(users.subject),
        isNull(users.lockedAt),
        isNull(users.joinedInto),
      ),
    )
    .orderBy(users.id)
  const all = found.map(({ studentId, firstName, recipient }) => {
    return { studentId, student: recipient.id === studentId ? '' : firstName, recipient }
  })
  return Map.groupBy(all, ({ studentId }) => studentId)
}
