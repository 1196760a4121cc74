import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { commonRights, type GuardianRights, guardianRights } from '#contract/people/guardian-rights.ts'
import type { Database } from '#server/db/client.ts'
import { guardianships } from '#server/db/schema/people.ts'
import { personalDetails } from '#server/db/schema/tax.ts'
import { ofPair } from './family-rights.ts'
import { isBornEighteenYearsBefore, isOfAge } from './visible-students.ts'

/** Of a pair: the coming of age of the child has not been applied to its rights. */
const isOpen = isNull(guardianships.ageAppliedAt)

/** The students of age on `today` with guardians whose rights are still those for a minor. */
export async function findNewAdults(database: Database, today: string): Promise<string[]> {
  const found = await database
    .selectDistinct({ childId: guardianships.childId })
    .from(guardianships)
    .innerJoin(personalDetails, eq(personalDetails.userId, guardianships.childId))
    .where(and(isOpen, isBornEighteenYearsBefore(today)))
    .orderBy(guardianships.childId)
  return found.map(({ childId }) => childId)
}

/** The students whose guardians have the rights for an adult, but who are not of age on `today`: the date was corrected. */
export async function findFormerAdults(database: Database, today: string): Promise<string[]> {
  const found = await database
    .selectDistinct({ childId: guardianships.childId })
    .from(guardianships)
    .where(and(isNotNull(guardianships.ageAppliedAt), isNotOfAge(today)))
    .orderBy(guardianships.childId)
  return found.map(({ childId }) => childId)
}

function isNotOfAge(today: string): SQL {
  return sql`not coalesce(${isOfAge(guardianships.childId, today)}, false)`
}

/** `age_applied_at` of a pair about which the school has decided. */
export function decidedForAge(today: string, now: Date): SQL {
  return sql`case when ${isOfAge(guardianships.childId, today)} then ${now.toISOString()}::timestamptz else ${guardianships.ageAppliedAt} end`
}

type Change = { guardianId: string; childId: string; before: GuardianRights; after: GuardianRights }

/** Locks the pairs of a student and changes their rights. */
async function changePairs(
  transaction: Database,
  which: SQL | undefined,
  change: (pair: { rights: GuardianRights; rightsBeforeAge: GuardianRights | null }) => {
    rights: GuardianRights
    marks: Partial<Pick<typeof guardianships.$inferInsert, 'ageAppliedAt' | 'rightsBeforeAge'>>
  },
): Promise<Change[]> {
  const { guardianId, childId, rightsBeforeAge } = guardianships
  const pairs = await transaction
    .select({ guardianId, childId, rightsBeforeAge, rights: ofPair })
    .from(guardianships)
    .where(which)
    .orderBy(guardianId)
    .for('update')
  const changes: Change[] = []
  for (const { guardianId, childId, ...pair } of pairs) {
    const { rights, marks } = change(pair)
    const isPair = and(eq(guardianships.guardianId, guardianId), eq(guardianships.childId, childId))
    await transaction
      .update(guardianships)
      .set({ ...rights, ...marks })
      .where(isPair)
    changes.push({ guardianId, childId, before: pair.rights, after: rights })
  }
  return changes
}

/** Leaves the guardians of a student of age what they keep. Pairs about which the school has decided since stay as they are. */
export function limitToAdult(
  transaction: Database,
  { childId, kept, today, now }: { childId: string; kept: GuardianRights; today: string; now: Date },
): Promise<Change[]> {
  const which = and(eq(guardianships.childId, childId), isOpen, isOfAge(guardianships.childId, today))
  return changePairs(transaction, which, ({ rights: before }) => {
    const rights = commonRights(before, kept)
    const isSame = guardianRights.every((right) => rights[right] === before[right])
    return { rights, marks: { ageAppliedAt: now, rightsBeforeAge: isSame ? null : before } }
  })
}

/** Gives back what the coming of age has taken, unless the rights were changed since. */
export function returnToMinor(
  transaction: Database,
  { childId, today }: { childId: string; today: string },
): Promise<Change[]> {
  const which = and(eq(guardianships.childId, childId), isNotNull(guardianships.ageAppliedAt), isNotOfAge(today))
  return changePairs(transaction, which, ({ rights, rightsBeforeAge }) => ({
    rights: rightsBeforeAge ?? rights,
    marks: { ageAppliedAt: null, rightsBeforeAge: null },
  }))
}

export type PairOfAge = {
  guardianId: string
  childId: string
  bornOn: string
  rights: GuardianRights
  /** Whether the coming of age has changed the rights. */
  isChanged: boolean
}

/** The pairs of students who come of age after `today`, until `day` at the latest. */
export function findComingOfAge(database: Database, { today, day }: { today: string; day: string }) {
  return selectPairs(database, sql`${isBornEighteenYearsBefore(day)} and not ${isBornEighteenYearsBefore(today)}`)
}

/**
 * The pairs of students who came of age between two days, and those whose rights changed since then because the date of birth
 * became known later.
 */
export function findNewlyOfAge(
  database: Database,
  { today, day, since }: { today: string; day: string; since: Date },
): Promise<PairOfAge[]> {
  const isLate = sql`${guardianships.rightsBeforeAge} is not null and ${guardianships.ageAppliedAt} >= ${since.toISOString()}::timestamptz`
  const isNew = sql`not ${isBornEighteenYearsBefore(day)}`
  return selectPairs(
    database,
    sql`${guardianships.ageAppliedAt} is not null and ${isBornEighteenYearsBefore(today)} and (${isNew} or ${isLate})`,
  )
}

async function selectPairs(database: Database, which: SQL): Promise<PairOfAge[]> {
  const { guardianId, childId } = guardianships
  const rows = await database
    .select({
      guardianId,
      childId,
      bornOn: personalDetails.bornOn,
      rights: ofPair,
      isChanged: sql<boolean>`${guardianships.rightsBeforeAge} is not null`,
    })
    .from(guardianships)
    .innerJoin(personalDetails, eq(personalDetails.userId, childId))
    .where(which)
    .orderBy(childId, guardianId)
  return rows.flatMap(({ bornOn, ...row }) => (bornOn === null ? [] : [{ ...row, bornOn }]))
}
