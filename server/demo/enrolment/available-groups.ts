import type { LessonFormat } from '#contract/enumerations.ts'
import type { groupMemberships } from '#server/db/schema/programs.ts'
import type { Person } from '#server/demo/people/people.ts'
import type { Random } from '#server/demo/rows/random.ts'
import { addMinutes, type Group, type SchoolStructure, type Slot } from '#server/demo/structure/school-structure.ts'
import { addDays } from '#server/time/calendar-days.ts'
import type { PlannedContract } from './planned-contracts.ts'

type DemoContext = { random: Random; structure: SchoolStructure; teachers: readonly Person[] }
type Plan = { format: LessonFormat; territory?: string | undefined; slots: Slot[]; price?: number; places: number }

/**
 * More groups of one program in different territories: one that overlaps another lesson of the child, one that starts
 * too soon after it in another territory, one that overlaps a sibling's lesson, and an online group with a single
 * place.
 */
export function addAvailableGroups(
  context: DemoContext,
  group: Group,
  beside: { other: Group | null | undefined; sibling: Group | null | undefined },
): Group[] {
  const [busy = slotAt(2, '16:00')] = beside.other?.slots ?? []
  const [away = slotAt(4, '17:15')] = beside.sibling?.slots ?? []
  const taken = [group, beside.other, beside.sibling].map((each) => each?.row.territoryId)
  const [first, second = first, third = second] = context.structure.territories.filter(({ id }) => !taken.includes(id))
  const plans: Plan[] = [
    {
      format: 'offline',
      territory: first?.id,
      slots: [slotAt(busy.weekday, addMinutes(busy.startsAt, 30))],
      places: 12,
    },
    {
      format: 'offline',
      territory: second?.id,
      slots: [slotAt(busy.weekday, addMinutes(busy.endsAt, 20))],
      places: 9,
      price: 1.1,
    },
    { format: 'offline', territory: third?.id, slots: [away], places: 10 },
    { format: 'webinar', slots: [slotAt(6, '10:45')], places: 1, price: 0.85 },
  ]
  return plans.map((plan) => addGroup(context, group, plan))
}

/** Added after the randomly generated groups, so that their random values stay the same. */
function addGroup(
  { random, structure, teachers }: DemoContext,
  { program, row }: Pick<Group, 'program' | 'row'>,
  plan: Plan,
): Group {
  const number = structure.groups.filter((each) => each.program === program).length + 1
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
      startsOn: structure.year.startsOn,
      price: Math.round((program.price * price) / 100) * 10_000,
      placesTotal: places,
      placesTaken: 0,
    },
  }
  structure.groups.push(group)
  return group
}

/** A program with only this group, and a contract of the same child for it. */
export function addOnlyGroup(
  context: DemoContext,
  { agreements, memberships }: { agreements: PlannedContract[]; memberships: (typeof groupMemberships.$inferInsert)[] },
  terms: PlannedContract,
): void {
  const { random, structure } = context
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
  structure.programs.push(program)
  const { row } = terms.group as Group
  const place = { format: 'offline' as const, territory: structure.territories[0]?.id, places: 10 }
  const group = addGroup(context, { program, row }, { ...place, slots: [slotAt(6, '15:00')] })
  const { startsOn } = group.row
  group.row.placesTaken = 1
  agreements.push({ ...terms, program, group, total: group.row.price, signedOn: addDays(startsOn, -20) })
  const studentId = terms.student.person.id
  memberships.push({ id: random.uuid(), groupId: group.row.id, studentId, joinedOn: startsOn, leftOn: null })
}

function slotAt(weekday: number, startsAt: string): Slot {
  return { weekday, startsAt, endsAt: addMinutes(startsAt, 90) }
}
