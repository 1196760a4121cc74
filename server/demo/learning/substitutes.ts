import type { Group } from '#server/demo/structure/school-structure.ts'
import { type Day, dayInZone } from '#server/time/calendar-days.ts'
import type { Lesson } from './lessons.ts'

type Context = { groups: readonly Group[]; teachers: readonly { id: string }[]; today: Day; timeZone: string }

/**
 * Gives each lesson of a substitute who teaches at that time to the next teacher who is free, or to the teacher of the group.
 * A cancelled lesson has no substitute. A lesson of today has one.
 */
export function freeSubstitutes(
  lessonsOfGroup: ReadonlyMap<string, readonly Lesson[]>,
  { groups, teachers, today, timeZone }: Context,
): void {
  const teacherOf = new Map(groups.map(({ row }) => [row.id, row.teacherId]))
  const busy = new Map<string, Lesson[]>()
  const keyOf = (teacher: string, day: Day) => `${teacher} ${day}`
  const dayOf = ({ startsAt }: Lesson) => dayInZone(startsAt, timeZone)
  const book = (teacher: string, lesson: Lesson) => {
    const key = keyOf(teacher, dayOf(lesson))
    busy.set(key, [...(busy.get(key) ?? []), lesson])
  }
  const isFree = (teacher: string, lesson: Lesson) =>
    !(busy.get(keyOf(teacher, dayOf(lesson))) ?? []).some(
      ({ startsAt, endsAt }) => startsAt < lesson.endsAt && endsAt > lesson.startsAt,
    )
  const all = [...lessonsOfGroup.values()].flat()
  for (const lesson of all) if (lesson.state === 'cancelled') lesson.substituteId = null
  const held = all.filter(({ state }) => state !== 'cancelled')
  for (const lesson of held) {
    const teacher = teacherOf.get(lesson.groupId)
    if (!lesson.substituteId && teacher) book(teacher, lesson)
  }
  for (const lesson of held) {
    if (!lesson.substituteId) continue
    const drawn = teachers.findIndex(({ id }) => id === lesson.substituteId)
    const inTurn = [...teachers.slice(drawn), ...teachers.slice(0, drawn)]
    const others = inTurn.filter(({ id }) => id !== teacherOf.get(lesson.groupId))
    lesson.substituteId = others.find(({ id }) => isFree(id, lesson))?.id ?? null
    if (lesson.substituteId) book(lesson.substituteId, lesson)
  }
  const ofToday = held.filter((lesson) => dayOf(lesson) === today)
  const [first] = ofToday
  if (!first || ofToday.some(({ substituteId }) => substituteId)) return
  first.substituteId = teachers.find(({ id }) => id !== teacherOf.get(first.groupId) && isFree(id, first))?.id ?? null
}
