import type { GuardianRights } from '#contract/people/guardian-rights.ts'
import { findFormerAdults, findNewAdults, limitToAdult, returnToMinor } from '#server/access/rights-of-adults.ts'
import type { Database } from '#server/db/client.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { applyRights } from './apply-rights.ts'
import { noteRights } from './note-rights.ts'

const command = 'coming-of-age'

export function findStudentsOfAge(database: Database, { now, timeZone }: CurrentTime): Promise<string[]> {
  return findNewAdults(database, dayInZone(now, timeZone))
}

export function findStudentsNotOfAge(database: Database, { now, timeZone }: CurrentTime): Promise<string[]> {
  return findFormerAdults(database, dayInZone(now, timeZone))
}

/**
 * From the eighteenth birthday on guardians keep at most what the school says. It acts at once; the family is notified in the
 * morning (`announceComingOfAge`). What the school gives afterwards stays (decision 119).
 */
export async function limitGuardians(
  transaction: Database,
  childId: string,
  { now, timeZone, kept }: CurrentTime & { kept: GuardianRights },
): Promise<void> {
  const today = dayInZone(now, timeZone)
  const changes = await limitToAdult(transaction, { childId, kept, today, now })
  await noteRights(transaction, changes, { now, timeZone, command, isNotifiedLater: true })
  // Open pages of the student show what is the student's own now.
  await applyRights(transaction, [childId], { now, timeZone })
}

/** A date of birth that was corrected: the student is a minor again, and guardians have what they had. */
export async function returnRights(
  transaction: Database,
  childId: string,
  { now, timeZone }: CurrentTime,
): Promise<void> {
  const changes = await returnToMinor(transaction, { childId, today: dayInZone(now, timeZone) })
  await noteRights(transaction, changes, { now, timeZone, command })
  await applyRights(transaction, [childId], { now, timeZone })
}
