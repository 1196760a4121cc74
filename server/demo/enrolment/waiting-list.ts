import { addDays, type Day, zonedInstant } from '#server/calendar-days.ts'
import { groupQueue } from '#server/db/schema/transfers.ts'
import type { Random } from '#server/demo/random.ts'
import { type Batch, batch } from '#server/demo/row-batch.ts'
import type { Group, SchoolStructure } from '#server/demo/school-structure.ts'
import type { PlannedContract } from './planned-contracts.ts'

export type DemoWait = { agreement: PlannedContract; group: Group; joinedOn: Day; isHeld: boolean }

type School = { frame: SchoolStructure; agreements: readonly PlannedContract[] }

/** How long the held place of the demo stays held after seeding: nearly a day. */
export const demoHoldMs = 20 * 3_600_000

export function waitingListRows(
  random: Random,
  waits: readonly DemoWait[],
  contractOf: ReadonlyMap<PlannedContract, string>,
  { now, timeZone }: { now: Date; timeZone: string },
): Batch {
  const lines = waits.map(({ agreement, group, joinedOn, isHeld }) => ({
    id: random.uuid(),
    groupId: group.row.id,
    studentId: agreement.student.person.id,
    contractId: contractOf.get(agreement) as string,
    askedById: agreement.student.customer.id,
    joinedAt: zonedInstant(joinedOn, '12:00', timeZone),
    state: isHeld ? ('held' as const) : ('waiting' as const),
    heldUntil: isHeld ? new Date(now.getTime() + demoHoldMs) : null,
  }))
  return batch(groupQueue, lines)
}

/** The first other group of the program. */
export function findOtherGroup(
  { frame }: Pick<School, 'frame'>,
  { program, group }: PlannedContract,
): Group | undefined {
  return frame.groups.find((each) => each.program === program && each !== group)
}

/** Fills the other group of the program and adds two waiting list entries. */
export function fillOtherGroup(school: School, agreement: PlannedContract): DemoWait[] {
  const group = findOtherGroup(school, agreement)
  if (!group || group.row.placesTaken === 0) return []
  group.row.placesTotal = group.row.placesTaken
  return others(school, agreement)
    .slice(0, 2)
    .map((waiting, index) => ({
      agreement: waiting,
      group,
      joinedOn: addDays(school.frame.today, index - 6),
      isHeld: false,
    }))
}

/** A freed place is held for this student; another one waits. */
export function holdPlace(school: School, agreement: PlannedContract): DemoWait[] {
  const group = findOtherGroup(school, agreement)
  if (!group) return []
  group.row.placesTaken += 1
  group.row.placesTotal = group.row.placesTaken
  const { today } = school.frame
  const next = others(school, agreement).slice(0, 1)
  return [
    { agreement, group, joinedOn: addDays(today, -9), isHeld: true },
    ...next.map((waiting) => ({ agreement: waiting, group, joinedOn: addDays(today, -3), isHeld: false })),
  ]
}

/** Members of the same group without a demo account. */
function others({ agreements }: School, { group }: PlannedContract): PlannedContract[] {
  return agreements.filter(
    (each) => each.group === group && each.status === 'Concluded' && each.leftOn === null && !each.student.isShown,
  )
}
