import { and, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { ScheduleFilterKind } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { conversations, exams, lessons } from '#server/db/schema/schedule.ts'
import { prepareSchedule } from '#server/schedule-items/schedule-items.ts'
import { addDays, dayInZone, zonedInstant } from '#server/time/calendar-days.ts'
import type { Feed, FeedRoleGroup } from './feeds.ts'

const daysBack = 30
const daysAhead = 180

/** One calendar entry, shared by all children that it concerns. */
export type FeedItem = Omit<ScheduleItem, 'studentUuid'> & {
  names: string[]
  changedAt: Date | null
  /** The original start of a moved item. */
  wasAt: Date | null
}

/** The chosen students that the owner may still see: checked at every read. */
function chosenStudents(roleGroup: FeedRoleGroup): SQL {
  const chosen = sql`unnest(${sql.placeholder('students')}::uuid[]) as chosen(id)`
  return sql`(select chosen.id from ${chosen} where chosen.id in ${visibleStudents({ roleGroup, userId: sql.placeholder('userId') }, 'seesLearning')})`
}

export function prepareFeedItems(database: Database) {
  const schedules = {
    parent: prepareSchedule(database, 'feed_of_children', chosenStudents('parent')),
    student: prepareSchedule(database, 'feed_of_person', chosenStudents('student')),
  }

  /** Everything from 30 days ago to 180 days ahead, in three queries. */
  return async (feed: Feed, now: Date, timeZone: string): Promise<FeedItem[]> => {
    const today = dayInZone(now, timeZone)
    const { ownerId: userId, studentIds: students, roleGroup } = feed
    const [from, until] = [addDays(today, -daysBack), addDays(today, daysAhead + 1)].map((day) =>
      zonedInstant(day, '00:00', timeZone).toISOString(),
    ) as [string, string]
    const all = (await schedules[roleGroup]({ userId, students, timeZone, from, until })).parse()
    const items = all.filter((item) => feed.kinds.includes(kindOf(item)))
    const changed = items.filter(({ state }) => state !== 'planned').map(({ uuid }) => uuid)
    const changes = new Map((await changesOf(database, changed)).map((change) => [change.id, change]))
    const names = roleGroup === 'parent' ? await namesOf(database, students) : new Map<string, string>()
    return [...Map.groupBy(items, identityOf).entries()].map(([uuid, [item, ...others]]) => {
      const { studentUuid, ...rest } = item as ScheduleItem
      const { changedAt = null, wasAt = null } = changes.get(rest.uuid) ?? {}
      return {
        ...rest,
        uuid,
        names: [studentUuid, ...others.map((other) => other.studentUuid)].flatMap((id) => names.get(id) ?? []),
        changedAt,
        wasAt,
      }
    })
  }
}

/** The filter kind of the schedule page. */
function kindOf({ category, format }: ScheduleItem): ScheduleFilterKind {
  if (category === 'lessons') return format === 'offline' ? 'offline' : 'online'
  return otherKinds[category]
}

const otherKinds = {
  examSubjects: 'exam-subjects',
  conversations: 'conversations',
  vacations: 'vacations',
  selfStudy: 'self-study',
} as const

/** Siblings share lessons; vacations with equal days and title are merged across branches. */
function identityOf({ category, uuid, title, startsAt, endsAt }: ScheduleItem): string {
  return category === 'vacations'
    ? `${startsAt.slice(0, 10)}-${endsAt.slice(0, 10)}-${encodeURIComponent(title)}`
    : uuid
}

type Changeable = typeof lessons | typeof exams | typeof conversations

/** When these items were changed and their original start, whatever their table. */
async function changesOf(database: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const of = (table: Changeable) =>
    database
      .select({ id: table.id, changedAt: table.changedAt, wasAt: table.previousStartsAt })
      .from(table)
      .where(and(inArray(table.id, [...ids]), isNotNull(table.changedAt)))
  return unionAll(of(lessons), of(exams), of(conversations))
}

async function namesOf(database: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await database
    .select({ id: users.id, name: users.firstName })
    .from(users)
    .where(inArray(users.id, [...ids]))
  return new Map(found.map(({ id, name }) => [id, name]))
}
