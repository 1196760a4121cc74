import type { ScheduleConflict } from '#contract/learning/schedule.ts'
import { type CallViewer, visibleStudents } from '#server/access/visible-students.ts'
import type { Database } from '#server/db/client.ts'
import type { CurrentTime, Day } from '#server/time/calendar-days.ts'
import { findAttendance, findGroupLessons, type GroupPlace } from './attendance.ts'
import { type FoundConflict, findConflicts } from './conflict-rules.ts'

/** A student who might join a group, and the first day on which that is possible; default: today. */
export type GroupCandidate = GroupPlace & { from?: Day }

/** Conflicts of a student with a group. */
export type ScheduleConflicts = (candidate: GroupPlace) => FoundConflict[]

/**
 * Conflicts of all lessons of the groups with everything that the viewer's family attends. `leaves` is the place that
 * the student of the candidates leaves for one of them. Two statements for any number of candidates.
 */
export async function findScheduleConflicts(
  database: Database,
  viewer: CallViewer,
  currentTime: CurrentTime,
  candidates: readonly GroupCandidate[],
  leaves: GroupPlace | null = null,
): Promise<ScheduleConflicts> {
  if (candidates.length === 0) return () => []
  const groupIds = [...new Set(candidates.map(({ groupUuid }) => groupUuid))]
  const lessons = await findGroupLessons(database, currentTime, groupIds)
  const attended = await findAttendance(database, currentTime, visibleStudents(viewer, 'seesLearning'), leaves)
  const found = new Map(
    candidates.map(({ studentUuid, groupUuid, from = '' }) => {
      const coming = (lessons.get(groupUuid) ?? []).filter(({ day }) => day >= from)
      const conflicts = findConflicts(
        coming.map((lesson) => ({ ...lesson, studentUuid })),
        attended,
      )
      return [`${studentUuid} ${groupUuid}`, conflicts]
    }),
  )
  return ({ studentUuid, groupUuid }) => found.get(`${studentUuid} ${groupUuid}`) ?? []
}

/** For an answer: without the ids of the lessons. */
export function toScheduleConflicts(found: readonly FoundConflict[]): ScheduleConflict[] {
  return found.map(({ itemUuids: _, ...conflict }) => conflict)
}
