import type { LessonFormat } from '#contract/enumerations.ts'
import { addDays } from '#server/days.ts'
import type { groupMemberships } from '#server/db/schema/programs.ts'
import type { Agreement } from './agreements.ts'
import { type Frame, type Group, later, type Slot } from './frame.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'

type World = { random: Random; frame: Frame; teachers: readonly Person[] }
type Plan = { format: LessonFormat; territory?: string | undefined; slots: Slot[]; price?: number; places: number }

/**
 * More groups of one programme, each in a place of its own: one at the time of another lesson of the child's, one that
 * begins too soon after it at the other end of town, one at the time of a brother's or sister's lesson, and one online
 * with a single place.
 */
export function addChoices(
  world: World,
  group: Group,
  beside: { other: Group | null | undefined; sibling: Group | null | undefined },
): Group[] {
  const [busy = slotAt(2, '16:00')] = beside.other?.slots ?? []
  const [away = slotAt(4, '17:15')] = beside.sibling?.slots ?? []
  const taken = [group, beside.other, beside.sibling].map((each) => each?.row.territoryId)
  const [first, second = first, third = second] = world.frame.territories.filter(({ id }) => !taken.includes(id))
  const plans: Plan[] = [
    { format: 'offline', territory: first?.id, slots: [slotAt(busy.weekday, later(busy.startsAt, 30))], places: 12 },
    {
      format: 'offline',
      territory: second?.id,
      slots: [slotAt(busy.weekday, later(busy.endsAt, 20))],
      places: 9,
      price: 1.1,
    },
    { format: 'offline', territory: third?.id, slots: [away], places: 10 },
    { format: 'webinar', slots: [slotAt(6, '10:45')], places: 1, price: 0.85 },
  ]
  return plans.map((plan) => addGroup(world, group, plan))
}

/** Beside the groups that chance has made, and after them: whatever was drawn before stays as it is. */
function addGroup(
  { random, frame, teachers }: World,
  { program, row }: Pick<Group, 'program' | 'row'>,
  plan: Plan,
): Group {
  const number = frame.groups.filter((each) => each.program === program).length + 1
  const { format, territory = null, slots, places, price = 1 } = plan
  const group: Group = {
    program,
    slots,
    room: territory ? `кабинет ${random.integer(101, 418)}` : null,
    capacity: 0,
    row: {
      ...row,
      id: random.uuid(),
      programId: program.id,
      territoryId: territory,
      teacherId: random.pick(teachers).id,
      title: `${program.title}, ${program.mark}-${number}`,
      format,
      startsOn: frame.year.startsOn,
      price: Math.round((program.price * price) / 100) * 10_000,
      placesTotal: places,
      placesTaken: 0,
    },
  }
  frame.groups.push(group)
  return group
}

/** A programme that has this one group, and a contract by which the same child is in it. */
export function addOnlyGroup(
  world: World,
  { agreements, memberships }: { agreements: Agreement[]; memberships: (typeof groupMemberships.$inferInsert)[] },
  terms: Agreement,
): void {
  const { random, frame } = world
  const program = {
    ...terms.program,
    id: random.uuid(),
    mark: 'ТЕА',
    title: 'Театральная мастерская',
    description: 'Этюды, голос и движение, к концу года — спектакль группы в школьном театре.',
    subject: 'literature' as const,
    price: 46_800,
    lessonsAWeek: 1,
  }
  frame.programs.push(program)
  const { row } = terms.group as Group
  const place = { format: 'offline' as const, territory: frame.territories[0]?.id, places: 10 }
  const group = addGroup(world, { program, row }, { ...place, slots: [slotAt(6, '15:00')] })
  const { startsOn } = group.row
  group.row.placesTaken = 1
  agreements.push({ ...terms, program, group, total: group.row.price, signedOn: addDays(startsOn, -20) })
  const studentId = terms.student.person.id
  memberships.push({ id: random.uuid(), groupId: group.row.id, studentId, joinedOn: startsOn, leftOn: null })
}

function slotAt(weekday: number, startsAt: string): Slot {
  return { weekday, startsAt, endsAt: later(startsAt, 90) }
}
