import { eq, inArray } from 'drizzle-orm'
import type { ScheduleItem, TransferPreview } from '#contract/learning/schedule.ts'
import { type CallViewer, prepareForRoleGroups } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { studyGroups, territories } from '#server/db/schema/programs.ts'
import { toScheduleConflicts } from '#server/enrolment/groups/schedule-conflicts.ts'
import { prepareGroupSchedule, prepareSchedule } from '#server/schedule-items/schedule-items.ts'
import type { CurrentTime } from '#server/time/calendar-days.ts'
import { findAvailableGroup, findTransferConflicts } from './available-groups.ts'
import { weekOfLesson } from './rules.ts'
import { calculateTransferPrice } from './transfer-price.ts'
import { findTransferableContract, requireTransferable } from './transferable-contracts.ts'

/** The schedule of the first week after a transfer without cancelled lessons, and all conflicts of the new group. */
export function prepareTransferPreview(database: Database) {
  const ofFamily = prepareForRoleGroups('seesLearning', (name, students) =>
    prepareSchedule(database, `week_${name}`, students),
  )
  const ofGroup = prepareGroupSchedule(database, 'week_of_group')

  return async (
    viewer: CallViewer,
    currentTime: CurrentTime,
    { contractUuid, groupUuid }: { contractUuid: string; groupUuid: string },
  ): Promise<TransferPreview> => {
    const { timeZone } = currentTime
    const contract = await findTransferableContract(database, viewer, currentTime, contractUuid)
    requireTransferable(contract)
    const choice = await findAvailableGroup(database, currentTime, contractUuid, groupUuid)
    const { from, to, startsAt, endsAt } = weekOfLesson(choice.firstLesson, timeZone)
    const week = { from: startsAt.toISOString(), until: endsAt.toISOString() }
    const present = (await ofFamily[viewer.roleGroup]({ ...week, userId: viewer.userId, timeZone })).parse()
    const coming = await ofGroup({ ...week, studentId: contract.studentUuid, groupId: groupUuid })
    const conflictsOf = await findTransferConflicts(database, viewer, currentTime, { contract, choices: [choice] })
    const conflicts = conflictsOf({ studentUuid: contract.studentUuid, groupUuid })
    const territoryOf = await territoriesOf(database, [...present, ...coming])
    const isLeft = (item: ScheduleItem) =>
      item.groupUuid === contract.groupUuid && item.studentUuid === contract.studentUuid
    const items = [
      ...present.map((item) => ({ ...item, side: isLeft(item) ? ('leaves' as const) : ('stays' as const) })),
      ...coming.map((item) => ({ ...item, side: 'comes' as const })),
    ]
      .filter(({ state }) => state !== 'cancelled')
      .map((item) => ({ ...item, territory: territoryOf(item) }))
      .sort((one, other) => one.startsAt.localeCompare(other.startsAt))
    const inConflict = new Set(conflicts.flatMap(({ itemUuids }) => itemUuids))
    return {
      groupUuid,
      effectiveFrom: from,
      week: { from, to },
      items,
      conflicts: toScheduleConflicts(conflicts),
      conflictingItems: [...new Set(items.flatMap(({ uuid }) => (inConflict.has(uuid) ? [uuid] : [])))],
      price: await calculateTransferPrice(database, contract, choice, timeZone),
    }
  }
}

/** A lesson without a place is online, even if its group has a territory. */
async function territoriesOf(database: Database, items: readonly ScheduleItem[]) {
  const groupIds = [...new Set(items.flatMap(({ groupUuid }) => groupUuid ?? []))]
  const found = await database
    .select({ groupUuid: studyGroups.id, uuid: territories.id, title: territories.title })
    .from(studyGroups)
    .innerJoin(territories, eq(territories.id, studyGroups.territoryId))
    .where(inArray(studyGroups.id, groupIds))
  const ofGroup = new Map(found.map(({ groupUuid, ...territory }) => [groupUuid, territory]))
  return ({ groupUuid, place }: ScheduleItem) =>
    (groupUuid !== null && place !== null && ofGroup.get(groupUuid)) || null
}
