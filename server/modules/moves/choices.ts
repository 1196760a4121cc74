import { and, eq, gt, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { GroupToChange } from '#contract/schedule.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, slots, studyGroups, territories } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { isLive } from '#server/modules/contracts/live.ts'
import { fullNameOf } from '#server/modules/schedule/schedule-items.ts'
import { refuse } from '#server/refusal.ts'
import { freePlacesOf } from './free-places.ts'
import { type Moment, nextWeekOf } from './rules.ts'

/** The groups beside a contract's own, to be named in a condition: `from study_groups as others`. */
export const others = alias(studyGroups, 'others')
const theirs = alias(contracts, 'theirs')

/** Of groups that have no territory. */
export const onlineTitle: Record<Locale, string> = { ru: 'Онлайн', en: 'Online' }

export type Choice = Awaited<ReturnType<typeof findChoices>>[number]

/** Another group of the contract's campaign and programme that still meets and that the student is not in, nor has bought. */
export function isChoice(moment: Moment): SQL | undefined {
  const membership = and(
    eq(groupMemberships.groupId, others.id),
    eq(groupMemberships.studentId, contracts.studentId),
    isNull(groupMemberships.leftOn),
  )
  const bought = and(eq(theirs.groupId, others.id), eq(theirs.studentId, contracts.studentId), isLive(theirs))
  return and(
    eq(others.programId, contracts.programId),
    eq(others.campaignId, contracts.campaignId),
    ne(others.id, contracts.groupId),
    sql`${firstLesson(moment)} is not null`,
    sql`not exists (select 1 from ${groupMemberships} where ${membership})`,
    sql`not exists (select 1 from ${contracts} as ${theirs} where ${bought})`,
  )
}

export const freePlaces = freePlacesOf(others)

/** What the contract may move to, full groups included: one can wait for a place in them. */
export async function findChoices(database: Database, moment: Moment, contractId: string, such?: SQL) {
  return database
    .select({
      groupUuid: others.id,
      title: others.title,
      teacher: sql<string | null>`${fullNameOf(users)}`,
      territory: { uuid: territories.id, title: territories.title },
      slots: slotsOf(others.id),
      startsOn: others.startsOn,
      placesLeft: sql<number>`${freePlaces} + ${heldForStudent(moment)}`,
      placesTotal: others.placesTotal,
      price: others.price,
      firstLesson: sql<Date>`${firstLesson(moment)}`.mapWith(lessons.startsAt),
    })
    .from(contracts)
    .innerJoin(others, isChoice(moment))
    .leftJoin(territories, eq(territories.id, others.territoryId))
    .leftJoin(users, eq(users.id, others.teacherId))
    .where(and(eq(contracts.id, contractId), such))
    .orderBy(others.startsOn, others.title)
}

/** `territoryId` is null for groups that meet online. */
export async function listGroupsToChange(
  database: Database,
  moment: Moment,
  { contractId, territoryId }: { contractId: string; territoryId: string | null },
): Promise<GroupToChange[]> {
  const isThere = territoryId === null ? isNull(others.territoryId) : eq(others.territoryId, territoryId)
  const choices = await findChoices(database, moment, contractId, isThere)
  return choices.map(({ price: _, firstLesson: __, ...group }) => group)
}

/** 404 for a group that the contract may not move to. */
export async function findChoice(database: Database, moment: Moment, contractId: string, groupId: string) {
  const [choice] = await findChoices(database, moment, contractId, eq(others.id, groupId))
  return choice ?? refuse('not-found', 'No group that this contract may move to')
}

type Slot = GroupToChange['slots'][number]

export function slotsOf(groupId: AnyPgColumn): SQL<Slot[]> {
  const slot = sql`json_build_object('weekday', ${slots.weekday}, 'from', to_char(${slots.startsAt}, 'HH24:MI'), 'to', to_char(${slots.endsAt}, 'HH24:MI'))`
  return sql`(select coalesce(json_agg(${slot} order by ${slots.weekday}, ${slots.startsAt}), '[]') from ${slots} where ${slots.groupId} = ${groupId})`
}

/** Of the group after this week; null where it meets no more. */
function firstLesson(moment: Moment): SQL {
  const startsAt = nextWeekOf(moment).toISOString()
  return sql`(select min(${lessons.startsAt}) from ${lessons} where ${lessons.groupId} = ${others.id} and ${lessons.startsAt} >= ${startsAt} and ${lessons.state} <> 'cancelled')`
}

/** A place that is kept for whoever asks is one that they can take. */
function heldForStudent({ now }: Moment): SQL {
  const isHeld = and(
    eq(groupQueue.groupId, others.id),
    eq(groupQueue.studentId, contracts.studentId),
    eq(groupQueue.state, 'held'),
    gt(groupQueue.heldUntil, now),
  )
  return sql`(select count(*)::int from ${groupQueue} where ${isHeld})`
}
