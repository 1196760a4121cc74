import { inArray } from 'drizzle-orm'
import { commonRights, type GuardianRights, guardianRights } from '#contract/people/guardian-rights.ts'
import { findComingOfAge, findNewlyOfAge, type PairOfAge } from '#server/access/rights-of-adults.ts'
import type { Database } from '#server/db/client.ts'
import { listOf } from '#server/db/list-of.ts'
import { users } from '#server/db/schema/people.ts'
import { formatDay, rightsInWords } from '#server/notifications/formats.ts'
import { notifyUsers, recipientColumns, type UserNotification } from '#server/notifications/notify-users.ts'
import { addDays, type CurrentTime, type Day, dayInZone, dayOfAge } from '#server/time/calendar-days.ts'
import { hasAccount } from './note-rights.ts'

/** Days before the birthday on which the family gets a message. */
const noticeDays = 30

/** Days in which a run that failed is made up for. */
const lateDays = 3

/** Students whose families get their messages in one transaction. */
const batchSize = 200

/**
 * Notifies students and guardians 30 days before the student comes of age, and on the day, once each: what guardians keep then.
 * Again for another date of birth.
 */
export async function announceComingOfAge(
  database: Database,
  { now, timeZone, kept }: CurrentTime & { kept: GuardianRights },
): Promise<void> {
  const today = dayInZone(now, timeZone)
  const coming = await findComingOfAge(database, { today, day: addDays(today, noticeDays) })
  const since = new Date(now.getTime() - lateDays * 24 * 60 * 60_000)
  const newly = await findNewlyOfAge(database, { today, day: addDays(today, -lateDays), since })
  await notifyAll(
    database,
    'coming-of-age',
    coming.map((pair) => withRights(pair, kept)),
    now,
  )
  await notifyAll(database, 'of-age', newly, now)
}

/** With the rights that the guardian will have. */
function withRights(pair: PairOfAge, kept: GuardianRights): PairOfAge {
  const rights = commonRights(pair.rights, kept)
  return { ...pair, rights, isChanged: guardianRights.some((right) => rights[right] !== pair.rights[right]) }
}

async function notifyAll(
  database: Database,
  kind: 'coming-of-age' | 'of-age',
  pairs: readonly PairOfAge[],
  now: Date,
): Promise<void> {
  const families = [...Map.groupBy(pairs, ({ childId }) => childId)]
  for (let from = 0; from < families.length; from += batchSize) {
    const batch = families.slice(from, from + batchSize)
    const ids = batch.flatMap(([childId, some]) => [childId, ...some.map(({ guardianId }) => guardianId)])
    const known = await database
      .select({ ...recipientColumns, firstName: users.firstName, isReached: hasAccount })
      .from(users)
      .where(inArray(users.id, listOf(ids, 'uuid')))
    const people = new Map(known.map((person) => [person.id, person]))
    const notices = batch.flatMap(([childId, some]) => {
      const [first] = some
      const student = people.get(childId)
      if (!first || !student) return []
      const about = { kind, once: `${childId} ${first.bornOn}`, day: dayOfAge(first.bornOn) }
      return [
        noticeOf(student, { ...about, student: '', rights: unionOf(some), isChanged: true }),
        ...some.map(({ guardianId, rights, isChanged }) =>
          noticeOf(people.get(guardianId), { ...about, student: student.firstName, rights, isChanged }),
        ),
      ].filter((notice) => notice !== null)
    })
    await notifyUsers(database, now, notices)
  }
}

type Recipient = UserNotification['recipient'] & { isReached: boolean }
type About = {
  kind: 'coming-of-age' | 'of-age'
  once: string
  day: Day
  student: string
  rights: GuardianRights
  isChanged: boolean
}

function noticeOf(person: Recipient | undefined, { kind, once, day, ...about }: About): UserNotification | null {
  if (!person?.isReached) return null
  const { id, email, phone, language } = person
  return {
    recipient: { id, email, phone, language },
    kind,
    once,
    values: (shown) => ({
      student: about.student,
      day: formatDay(day, shown),
      rights: rightsInWords(about.rights, shown),
      isChanged: about.isChanged ? 'yes' : '',
    }),
  }
}

/** What at least one of the guardians may. */
function unionOf(pairs: readonly PairOfAge[]): GuardianRights {
  const union = guardianRights.map((right) => [right, pairs.some(({ rights }) => rights[right])])
  return Object.fromEntries(union) as GuardianRights
}
