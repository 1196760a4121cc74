import { and, asc, eq, exists, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { campaigns, programs, studyGroups } from '#server/db/schema/programs.ts'
import { isOnSale, selectFirstDayOfBuyer, selectFreePlaces } from '#server/enrolment/groups/group-columns.ts'
import { type CurrentTime, dayInZone } from '#server/time/calendar-days.ts'
import {
  type CourseSearchQuery,
  type CourseSearchResult,
  countSuited,
  findCourses,
  isAttendedByAny,
  orderFor,
  suitsAny,
} from './find-courses.ts'

/** Counting 10 000 courses takes 0.2 seconds: the counts of a catalog with more than these are reused for a while. */
const countedAgain = 1000
const reusedMs = 60_000

/** The counts of the catalog without a question, and when they were made. */
export type WholeCatalog = { counted: { at: number; result: CourseSearchResult } | null }

/**
 * A page of the catalog without a question. In a large one the courses that suit a seeker and have a free place, which come
 * first, are read alone, for visitors in the order of an index; their groups and places are current. The counts are up to a
 * minute old and the same for all seekers.
 */
export async function findWholeCatalog(
  database: Database,
  wanted: CourseSearchQuery,
  whole: WholeCatalog,
): Promise<CourseSearchResult> {
  const { page, pageSize, currentTime, seekers } = wanted
  const now = currentTime.now.getTime()
  const known = whole.counted
  if (known !== null && Math.abs(now - known.at) < reusedMs && page * pageSize <= known.result.free) {
    const part = { seekers, limit: pageSize, offset: (page - 1) * pageSize }
    const found = await findFreeCourses(database, currentTime, part)
    // Otherwise places were taken meanwhile, or others follow that suit no seeker.
    if (found.ids.length === pageSize) return { ...known.result, ...found, page }
  }
  const result = await findCourses(database, wanted)
  whole.counted = result.total > countedAgain ? { at: now, result } : null
  return result
}

async function findFreeCourses(
  database: Database,
  currentTime: CurrentTime,
  { seekers, limit, offset }: Pick<CourseSearchQuery, 'seekers'> & { limit: number; offset: number },
): Promise<Pick<CourseSearchResult, 'ids' | 'groupIds'>> {
  const isOffered = isOnSale(dayInZone(currentTime.now, currentTime.timeZone))
  const groupsOnSale = (ofCourses: SQL, places?: SQL) =>
    database
      .select({ id: studyGroups.id })
      .from(studyGroups)
      .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
      .where(and(isOffered, ofCourses, places))
  const isFree = gt(selectFreePlaces(studyGroups), 0)
  const isOfCourse = eq(studyGroups.programId, programs.id)
  const start = database
    .select({ day: sql`min(${selectFirstDayOfBuyer(studyGroups, currentTime)})` })
    .from(studyGroups)
    .innerJoin(campaigns, eq(campaigns.id, studyGroups.campaignId))
    .where(and(isOffered, isOfCourse, isFree))
  const named = { isAttended: isAttendedByAny(seekers), suited: countSuited(seekers), start: sql`(${start})` }
  const courses = await database
    .select({ id: programs.id })
    .from(programs)
    .where(and(suitsAny(seekers), exists(groupsOnSale(isOfCourse, isFree))))
    .orderBy(...(seekers.length > 0 ? orderFor(named) : []), asc(programs.searchTitle), asc(programs.id))
    .limit(limit)
    .offset(offset)
  const ids = courses.map(({ id }) => id)
  const offered = await groupsOnSale(inArray(studyGroups.programId, ids))
  return { ids, groupIds: offered.map(({ id }) => id) }
}
