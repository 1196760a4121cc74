import type { Branch, LessonFormat, LessonState } from '#contract/enumerations.ts'
import type { lessons, selfStudyItems } from '#server/db/schema/schedule.ts'
import type { Random } from '#server/demo/rows/random.ts'
import type { Group, Slot } from '#server/demo/structure/school-structure.ts'
import { covers, daysOf, type SchoolYear } from '#server/demo/structure/school-year.ts'
import { topicsOfGroup } from '#server/demo/structure/topics.ts'
import { addDays, type Day, dayInZone, isoWeekday, mondayOf, zonedInstant } from '#server/time/calendar-days.ts'
import { changedMeetings, createLessonChange, type DemoChanges, type LessonPlace, stateAt } from './demo-changes.ts'

export type Lesson = typeof lessons.$inferInsert & { id: string; day: Day }

type DemoContext = {
  now: Date
  timeZone: string
  year: SchoolYear
  substitutes: readonly { id: string }[]
  /** The lowest grade of the students of a group. */
  youngest: ReadonlyMap<string, number>
  /** By group: the changes of some lessons. */
  changes: ReadonlyMap<string, DemoChanges>
  /** Groups whose lessons after this week are not changed. */
  steady: ReadonlySet<string>
}

const sites: Partial<Record<LessonFormat, string>> = {
  webinar: 'https://webinar.school.example/room',
  stream: 'https://live.school.example/watch',
}

/** Every meeting of a group except in vacations; past ones have recordings. */
export function createLessons(random: Random, group: Group, context: DemoContext): Lesson[] {
  const { year, timeZone, now, changes } = context
  const meetings = [...daysOf(group.row)].flatMap((day) =>
    isFree(year.vacations[group.program.branch], day)
      ? []
      : group.slots
          .filter(({ weekday }) => weekday === isoWeekday(day))
          .map((slot) => ({ day, slot, place: placeOf(group, day, slot, timeZone) })),
  )
  const own = changes.get(group.row.id)
  const changed = own && changedMeetings(meetings, own, { now, today: dayInZone(now, timeZone) })
  return meetings.map((meeting, index) =>
    lessonOf(random, group, context, { ...meeting, wanted: changed?.get(index), index, count: meetings.length }),
  )
}

/** Evening work on every second Sunday, open from Thursday noon. */
export function createSelfStudy(
  random: Random,
  group: Group,
  { year, timeZone, youngest }: DemoContext,
): (typeof selfStudyItems.$inferInsert)[] {
  const topics = topicsOfGroup(group.program, youngest.get(group.row.id))
  const sundays = [...daysOf(group.row)].filter(
    (day) => isoWeekday(day) === 7 && !isFree(year.vacations[group.program.branch], day),
  )
  return sundays
    .filter((_, index) => index % 2 === group.slots.length % 2)
    .map((day, index, all) => ({
      id: random.uuid(),
      groupId: group.row.id,
      title: selfStudyTitle(topicAt(topics, index / all.length), topicAt(topics, (index - 1) / all.length)),
      url: `https://lms.school.example/work/${random.uuid().slice(0, 8)}`,
      startsAt: zonedInstant(day, '17:00', timeZone),
      endsAt: zonedInstant(day, '18:00', timeZone),
    }))
}

/** The second work on a topic has another name. */
function selfStudyTitle(topic: string, topicBefore: string): string {
  return `${topic === topicBefore ? 'Вопросы для повторения' : 'Самостоятельная работа'}: ${topic}`
}

type Meeting = {
  day: Day
  slot: Slot
  place: LessonPlace
  wanted: LessonState | undefined
  index: number
  /** Of all meetings of the group. */
  count: number
}

function placeOf({ room }: Group, day: Day, { startsAt, endsAt }: Slot, timeZone: string): LessonPlace {
  return { startsAt: zonedInstant(day, startsAt, timeZone), endsAt: zonedInstant(day, endsAt, timeZone), place: room }
}

function lessonOf(
  random: Random,
  group: Group,
  { now, timeZone, substitutes, steady, youngest }: DemoContext,
  { day, slot, place, wanted, index, count }: Meeting,
): Lesson {
  const drawn = random.weighted([
    ['planned', 94],
    ['moved', 3],
    ['cancelled', 3],
  ] as const)
  const isSteady = steady.has(group.row.id) && mondayOf(day) > dayInZone(now, timeZone)
  const state = isSteady ? 'planned' : (wanted ?? stateAt(drawn, place.startsAt, now))
  const { day: heldOn, slot: hours } = state === 'moved' ? movedFrom(day, slot) : { day, slot }
  const format = formatOf(random, group.row.format)
  const isOnline = format !== 'offline'
  const id = random.uuid()
  const { startsAt, endsAt } = state === 'moved' ? placeOf(group, heldOn, hours, timeZone) : place
  const isRecorded = isOnline && state !== 'cancelled' && (format === 'video' || endsAt < now)
  const site = sites[format]
  return {
    id,
    day: heldOn,
    groupId: group.row.id,
    substituteId: random.chance(0.04) ? random.pick(substitutes).id : null,
    topic: titleOf(topicsOfGroup(group.program, youngest.get(group.row.id)), index, count),
    format,
    startsAt,
    endsAt,
    place: isOnline ? null : group.room,
    joinUrl: site && state !== 'cancelled' && endsAt >= now ? `${site}/${id.slice(0, 8)}` : null,
    recordingUrl: isRecorded ? `https://video.school.example/${id.slice(0, 8)}` : null,
    isFirstWeek: heldOn < addDays(group.row.startsOn, 7),
    state,
    ...createLessonChange(random.fork(`change ${id}`), state, place, now),
  }
}

/** Moved to the neighbouring evening at most, so that the lesson stays in its week; on a Saturday to the afternoon. */
function movedFrom(day: Day, slot: Slot): Pick<Meeting, 'day' | 'slot'> {
  if (isoWeekday(day) < 6) return { day: addDays(day, 1), slot }
  const later = (time: string) => `${String(Number(time.slice(0, 2)) + 4).padStart(2, '0')}${time.slice(2)}`
  return { day, slot: { ...slot, startsAt: later(slot.startsAt), endsAt: later(slot.endsAt) } }
}

/** A group with a room sometimes meets online, and a stream is sometimes a video. */
function formatOf(random: Random, usual: LessonFormat): LessonFormat {
  if (usual === 'offline') return random.chance(0.06) ? 'webinar' : 'offline'
  return random.chance(0.08) ? 'video' : usual
}

/** What the lessons of a topic do in turn: each row is five lessons. */
const kinds = [
  ['', ': практикум', ': разбор заданий', ': обсуждение', ': проверочная работа'],
  [': повторение', ': закрепление', ': работа над ошибками', ': ответы на вопросы', ': итоговая работа'],
  [': семинар', ': тренировка', ': консультация', ': разбор случаев', ': защита работ'],
  [': лекция', ': лабораторная работа', ': опрос', ': дискуссия', ': презентации'],
] as const
const kindsInTurn = 5

/** No two lessons of a group have the same title. */
function titleOf(topics: readonly string[], index: number, count: number): string {
  const topic = topicAt(topics, index / count)
  const isAlso = (turns: number) => topicAt(topics, (index - turns * kindsInTurn) / count) === topic
  const turn = isAlso(3) ? 3 : isAlso(2) ? 2 : isAlso(1) ? 1 : 0
  return `${topic}${kinds[turn][index % kindsInTurn]}`
}

function topicAt(topics: readonly string[], part: number): string {
  return topics[Math.floor(part * topics.length)] ?? ''
}

function isFree(vacations: SchoolYear['vacations'][Branch], day: Day): boolean {
  return vacations.some((vacation) => covers(vacation, day))
}
