import { eq, inArray } from 'drizzle-orm'
import type { MovePreview, ScheduleItem } from '#contract/schedule.ts'
import { addDays, instantAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { studyGroups, territories } from '#server/db/schema/programs.ts'
import { ofFamilies } from '#server/modules/schedule/families.ts'
import { groupScheduleOf, scheduleOf } from '#server/modules/schedule/schedule-items.ts'
import { findChoice } from './choices.ts'
import { conflictsOf } from './conflicts.ts'
import { type Asker, findContract, refuseObstacle } from './contracts.ts'
import { priceOfMove } from './prices.ts'
import { type Moment, weekOf } from './rules.ts'

/** The first week and four more: what comes every second week or once, such as an exam, shows only later. */
const weeksJudged = 5

/** What a move would change, over the first week that has lessons of the new group; clashes of the weeks after it, too. */
export function groupPreviewOf(database: Database) {
  const ofFamily = ofFamilies((name, students) => scheduleOf(database, `week_${name}`, students))
  const ofGroup = groupScheduleOf(database, 'week_of_group')

  return async (
    asker: Asker,
    moment: Moment,
    { contractUuid, groupUuid }: { contractUuid: string; groupUuid: string },
  ): Promise<MovePreview> => {
    const { timeZone } = moment
    const contract = await findContract(database, asker, moment, contractUuid)
    refuseObstacle(contract)
    const choice = await findChoice(database, moment, contractUuid, groupUuid)
    const { from, to, startsAt, endsAt } = weekOf(choice.firstLesson, timeZone)
    const end = instantAt(addDays(from, 7 * weeksJudged), '00:00', timeZone)
    const judged = { from: startsAt.toISOString(), until: end.toISOString() }
    const present = (await ofFamily[asker.family]({ ...judged, userId: asker.userId, timeZone })).read()
    const coming = await ofGroup({ ...judged, studentId: contract.studentUuid, groupId: groupUuid })
    const territoryOf = await territoriesOf(database, [...present, ...coming])
    const isLeft = (item: ScheduleItem) =>
      item.groupUuid === contract.groupUuid && item.studentUuid === contract.studentUuid
    const items = [
      ...present.map((item) => ({ ...item, side: isLeft(item) ? ('leaves' as const) : ('stays' as const) })),
      ...coming.map((item) => ({ ...item, side: 'comes' as const })),
    ]
      .map((item) => ({ ...item, territory: territoryOf(item) }))
      .sort((one, other) => one.startsAt.localeCompare(other.startsAt))
    const until = endsAt.toISOString()
    return {
      groupUuid,
      effectiveFrom: from,
      week: { from, to },
      items: items.filter((item) => item.startsAt < until),
      conflicts: conflictsOf(items, { until, timeZone }),
      price: await priceOfMove(database, contract, choice, timeZone),
    }
  }
}

/** A lesson without a place is online, whatever place its group has. */
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
