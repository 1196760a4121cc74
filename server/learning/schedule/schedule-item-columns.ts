import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { LessonFormat, LessonState, ScheduleCategory } from '#contract/enumerations.ts'
import { selectIsoInstant } from '#server/db/json-select.ts'

/** The source of a column. */
export type SqlSource = AnyPgColumn | SQL
type Parts = { category: ScheduleCategory; allDay?: true } & Record<
  'uuid' | 'title' | 'startsAt' | 'endsAt' | 'studentUuid',
  SqlSource
> &
  Partial<
    Record<
      | 'format'
      | 'subject'
      | 'groupUuid'
      | 'groupTitle'
      | 'teacher'
      | 'place'
      | 'joinUrl'
      | 'recordingUrl'
      | 'isFirstWeek'
      | 'state',
      SqlSource | null
    >
  >

/** One row of the schedule from any table: missing parts are null of the right type. */
export function scheduleItemColumns(parts: Parts) {
  return {
    uuid: sql<string>`${parts.uuid}`.as('uuid'),
    category: sql<ScheduleCategory>`${parts.category}::text`.as('category'),
    format: sql<LessonFormat | null>`${parts.format ?? null}::text`.as('format'),
    title: sql<string>`${parts.title}`.as('title'),
    subject: sql<string | null>`${parts.subject ?? null}::text`.as('subject'),
    startsAt: selectIsoInstant(parts.startsAt).as('startsAt'),
    endsAt: selectIsoInstant(parts.endsAt).as('endsAt'),
    allDay: sql<boolean>`${parts.allDay ?? false}::boolean`.as('allDay'),
    studentUuid: sql<string>`${parts.studentUuid}`.as('studentUuid'),
    groupUuid: sql<string | null>`${parts.groupUuid ?? null}::uuid`.as('groupUuid'),
    groupTitle: sql<string | null>`${parts.groupTitle ?? null}::text`.as('groupTitle'),
    teacher: sql<string | null>`${parts.teacher ?? null}::text`.as('teacher'),
    place: sql<string | null>`${parts.place ?? null}::text`.as('place'),
    joinUrl: sql<string | null>`${parts.joinUrl ?? null}::text`.as('joinUrl'),
    recordingUrl: sql<string | null>`${parts.recordingUrl ?? null}::text`.as('recordingUrl'),
    isFirstWeek: sql<boolean>`coalesce(${parts.isFirstWeek ?? null}::boolean, false)`.as('isFirstWeek'),
    state: sql<LessonState>`coalesce(${parts.state ?? null}::text, 'planned')`.as('state'),
  }
}
