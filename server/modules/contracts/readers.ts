import { eq, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { contracts } from '#server/db/schema/contracts.ts'
import { guardianships } from '#server/db/schema/people.ts'

/** Who is shown a contract: whoever signed it, whoever studies by it, and the student's parents. */
export function isShownTo(userId: string | Placeholder): SQL | undefined {
  return or(
    eq(contracts.customerId, userId),
    eq(contracts.studentId, userId),
    // An array, so that the database finds the children once and goes by the index of students.
    sql`${contracts.studentId} = any(array(
      select ${guardianships.childId} from ${guardianships} where ${guardianships.guardianId} = ${userId}
    ))`,
  )
}
