import { type SQL, sql } from 'drizzle-orm'
import { guardianships } from '#server/db/schema/people.ts'

const { guardianId, childId, seesLearning, seesContracts, pays, enrols, writes, isNotified } = guardianships

/** The pairs of a person's own family, for the copy of one's data. */
export const familyPairs = {
  table: guardianships,
  guardianId,
  childId,
  rights: { seesLearning, seesContracts, pays, enrols, writes, isNotified },
  /** Conditions: the guardian, or the child, is one of the accounts. */
  isGuardianIn: (accounts: SQL) => sql`${guardianId} in ${accounts}`,
  isChildIn: (accounts: SQL) => sql`${childId} in ${accounts}`,
}
