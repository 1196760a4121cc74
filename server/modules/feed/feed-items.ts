import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { ScheduleFilterKind } from '#contract/enumerations.ts'
import type { ScheduleItem } from '#contract/schedule.ts'
import { addDays, dayAt, instantAt } from '#server/days.ts'
import type { Database } from '#server/db/client.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { conversations, exams, lessons } from '#server/db/schema/schedule.ts'
import { scheduleOf } from '#server/modules/schedule/schedule-items.ts'
import type { Family, Feed } from './feeds.ts'

const daysBack = 30
const daysAhead = 180

/** One thing of a subscription, however many of the children it is for. */
export type FeedItem = Omit<ScheduleItem, 'studentUuid'> & {
  names: string[]
  changedAt: Date | null
  /** When a moved one was to begin before. */
  wasAt: Date | null
}

const owner = sql.placeholder('userId')
const chosen = sql`any(${sql.placeholder('students')}::uuid[])`

/** Those of the chosen who are still the owner's: asked anew at every read. */
const studentsOf: Record<Family, ReturnType<typeof sql>> = {
  parent: sql`(select ${guardianships.childId} from ${guardianships} where ${guardianships.guardianId} = ${owner} and ${guardianships.childId} = ${chosen})`,
  student: sql`(select ${users.id} from ${users} where ${users.id} = ${owner} and ${users.id} = ${chosen})`,
}

export function feedItemsOf(database: Database) {
  const schedules = {
    parent: scheduleOf(database, 'feed_of_children', studentsOf.parent),
    student: scheduleOf(database, 'feed_of_person', studentsOf.student),
  }

  /** Everything from 30 days ago to 180 days ahead, in three questions. */
  return async (feed: Feed, now: Date, timeZone: string): Promise<FeedItem[]> => {
    const today = dayAt(now, timeZone)
    const { ownerId: userId, studentIds: students, family } = feed
    const [from, until] = [addDays(today, -daysBack), addDays(today, daysAhead + 1)].map((day) =>
      instantAt(day, '00:00', timeZone).toISOString(),
    ) as [string, string]
    const all = (await schedules[family]({ userId, students, timeZone, from, until })).read()
    const items = all.filter((item) => feed.kinds.includes(kindOf(item)))
    const changed = items.filter(({ state }) => state !== 'planned').map(({ uuid }) => uuid)
    const changes = new Map((await changesOf(database, changed)).map((change) => [change.id, change]))
    const names = family === 'parent' ? await namesOf(database, students) : new Map<string, string>()
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

/** As the filter of the page has it (S3). */
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

/** Siblings share lessons, and children of different branches the vacations of the same days. */
function identityOf({ category, uuid, title, startsAt, endsAt }: ScheduleItem): string {
  return category === 'vacations'
    ? `${startsAt.slice(0, 10)}-${endsAt.slice(0, 10)}-${encodeURIComponent(title)}`
    : uuid
}

type Changeable = typeof lessons | typeof exams | typeof conversations

/** When these were changed, and when they were to be before: by their keys, whatever table they live in. */
async function changesOf(database: Database, ids: readonly string[]) {
  if (ids.length === 0) return []
  const of = (table: Changeable) =>
    database
      .select({ id: table.id, changedAt: table.changedAt, wasAt: table.wasStartsAt })
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
