import { and, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { AvailableGroup } from '#contract/learning/schedule.ts'
import { selectFullName } from '#server/access/user-columns.ts'
import type { CallViewer } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { contracts } from '#server/db/schema/contracts.ts'
import { users } from '#server/db/schema/people.ts'
import { groupMemberships, studyGroups, territories } from '#server/db/schema/programs.ts'
import { lessons } from '#server/db/schema/schedule.ts'
import { isActiveContract } from '#server/enrolment/contracts/contract-status.ts'
import {
  lastsBeyond,
  selectFirstLesson,
  selectFreePlaces,
  selectGroupSlots,
  selectHeldPlaces,
} from '#server/enrolment/groups/group-columns.ts'
import {
  findScheduleConflicts,
  type ScheduleConflicts,
  toScheduleConflicts,
} from '#server/enrolment/groups/schedule-conflicts.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import { weekOfLesson } from './rules.ts'

/** Groups other than the contract's own; in SQL `from study_groups as others`. */
export const otherGroups = alias(studyGroups, 'others')
const otherContracts = alias(contracts, 'theirs')

export type AvailableGroupRow = Awaited<ReturnType<typeof findAvailableGroups>>[number]

/**
 * Another group of the same campaign and program that still has lessons, of which the student is no member and has no
 * contract.
 */
export function isAvailableGroup(currentTime: CurrentTime): SQL | undefined {
  const membership = and(
    eq(groupMemberships.groupId, otherGroups.id),
    eq(groupMemberships.studentId, contracts.studentId),
    lastsBeyond(dayInZone(currentTime.now, currentTime.timeZone)),
  )
  const bought = and(
    eq(otherContracts.groupId, otherGroups.id),
    eq(otherContracts.studentId, contracts.studentId),
    isActiveContract(otherContracts),
  )
  return and(
    eq(otherGroups.programId, contracts.programId),
    eq(otherGroups.campaignId, contracts.campaignId),
    ne(otherGroups.id, contracts.groupId),
    sql`${selectFirstLesson(otherGroups.id, currentTime)} is not null`,
    sql`not exists (select 1 from ${groupMemberships} where ${membership})`,
    sql`not exists (select 1 from ${contracts} as ${otherContracts} where ${bought})`,
  )
}

export const freePlacesInOtherGroup = selectFreePlaces(otherGroups)

/** Groups to which the contract may be transferred, full ones included, because they have a waiting list. */
async function findAvailableGroups(database: Database, currentTime: CurrentTime, contractId: string, condition?: SQL) {
  return database
    .select({
      groupUuid: otherGroups.id,
      title: otherGroups.title,
      teacher: sql<string | null>`${selectFullName(users)}`,
      territory: { uuid: territories.id, title: territories.title },
      slots: selectGroupSlots(otherGroups.id),
      startsOn: otherGroups.startsOn,
      placesLeft: sql<number>`${freePlacesInOtherGroup} + ${selectHeldPlaces(otherGroups.id, contracts.studentId, currentTime.now)}`,
      placesTotal: otherGroups.placesTotal,
      price: otherGroups.price,
      firstLesson: sql<Date>`${selectFirstLesson(otherGroups.id, currentTime)}`.mapWith(lessons.startsAt),
    })
    .from(contracts)
    .innerJoin(otherGroups, isAvailableGroup(currentTime))
    .leftJoin(territories, eq(territories.id, otherGroups.territoryId))
    .leftJoin(users, eq(users.id, otherGroups.teacherId))
    .where(and(eq(contracts.id, contractId), condition))
    .orderBy(otherGroups.startsOn, otherGroups.title)
}

/** The available groups of a territory (null is online) or of all, with the conflicts of a transfer to each. */
export async function listAvailableGroups(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  { contract, territoryId }: { contract: LeavingContract; territoryId: string | null | undefined },
): Promise<AvailableGroup[]> {
  const choices = await findAvailableGroups(database, currentTime, contract.contractUuid, isIn(territoryId))
  const conflictsOf = await findTransferConflicts(database, viewer, currentTime, { contract, choices })
  return choices.map(({ price: _, firstLesson: __, ...group }) => ({
    ...group,
    conflicts: toScheduleConflicts(conflictsOf({ ...group, studentUuid: contract.studentUuid })),
  }))
}

function isIn(territoryId: string | null | undefined): SQL | undefined {
  if (territoryId === undefined) return undefined
  return territoryId === null ? isNull(otherGroups.territoryId) : eq(otherGroups.territoryId, territoryId)
}

type LeavingContract = { contractUuid: string; studentUuid: string; groupUuid: string }

/** Conflicts of each choice from the week in which the transfer would take effect. */
export function findTransferConflicts(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  { contract, choices }: { contract: LeavingContract; choices: readonly AvailableGroupRow[] },
): Promise<ScheduleConflicts> {
  const { studentUuid } = contract
  const candidates = choices.map(({ groupUuid, firstLesson }) => ({
    studentUuid,
    groupUuid,
    from: weekOfLesson(firstLesson, currentTime.timeZone).from,
  }))
  return findScheduleConflicts(database, viewer, currentTime, candidates, contract)
}

/** 404 for a group to which the contract may not be transferred. */
export async function findAvailableGroup(
  database: Database,
  currentTime: CurrentTime,
  contractId: string,
  groupId: string,
) {
  const [choice] = await findAvailableGroups(database, currentTime, contractId, eq(otherGroups.id, groupId))
  return choice ?? throwProblem('not-found', 'No group that this contract may be transferred to')
}
