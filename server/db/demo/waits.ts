import { addDays, type Day, instantAt } from '#server/days.ts'
import { groupQueue } from '#server/db/schema/moves.ts'
import type { Agreement } from './agreements.ts'
import { type Batch, batch } from './batch.ts'
import type { Frame, Group } from './frame.ts'
import type { Random } from './random.ts'

export type Wait = { agreement: Agreement; group: Group; joinedOn: Day; isHeld: boolean }

type School = { frame: Frame; agreements: readonly Agreement[] }

/** How long the demo's held place is kept from the seeding on: nearly the whole day. */
export const heldFor = 20 * 3_600_000

export function waitRows(
  random: Random,
  waits: readonly Wait[],
  contractOf: ReadonlyMap<Agreement, string>,
  { now, timeZone }: { now: Date; timeZone: string },
): Batch {
  const lines = waits.map(({ agreement, group, joinedOn, isHeld }) => ({
    id: random.uuid(),
    groupId: group.row.id,
    studentId: agreement.student.person.id,
    contractId: contractOf.get(agreement) as string,
    askedById: agreement.student.customer.id,
    joinedAt: instantAt(joinedOn, '12:00', timeZone),
    state: isHeld ? ('held' as const) : ('waiting' as const),
    heldUntil: isHeld ? new Date(now.getTime() + heldFor) : null,
  }))
  return batch(groupQueue, lines)
}

/** The first of the programme's other groups. */
export function otherGroupOf({ frame }: Pick<School, 'frame'>, { program, group }: Agreement): Group | undefined {
  return frame.groups.find((each) => each.program === program && each !== group)
}

/** No place is left in the programme's other group, and two wait for one. */
export function fillOther(school: School, agreement: Agreement): Wait[] {
  const group = otherGroupOf(school, agreement)
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

/** A place was freed, and is kept for this one; another waits behind. */
export function holdPlace(school: School, agreement: Agreement): Wait[] {
  const group = otherGroupOf(school, agreement)
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

/** Who is in the same group and is nobody that people sign in as. */
function others({ agreements }: School, { group }: Agreement): Agreement[] {
  return agreements.filter(
    (each) => each.group === group && each.status === 'Concluded' && each.leftOn === null && !each.student.isShown,
  )
}
