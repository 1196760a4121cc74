import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { CourseSort, DayPart, Weekday } from '#contract/enumerations.ts'
import { dayPartHours, firstCollegeGrade, onlineTerritoryUuid } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { campaigns, programs, slots, studyGroups, subjects } from '#server/db/schema/programs.ts'
import {
  everyGrade,
  gradesIn,
  gradesOfCourse,
  isForGrade,
  isOnSale,
  selectFirstDayOfBuyer,
  selectFreePlaces,
} from '#server/enrolment/groups/group-columns.ts'
import { type PricingTime, selectPriceOfBuyer } from '#server/enrolment/groups/late-start-price.ts'
import type { SchoolNames } from '#server/http/school-names.ts'
import { type Day, dayInZone } from '#server/time/calendar-days.ts'
import type { CourseSearch } from './course-search.ts'

export const filterNames = ['branch', 'subject', 'grade', 'format', 'territory'] as const
export type FilterName = (typeof filterNames)[number]
export type CourseFilter = { [Name in FilterName]?: readonly string[] | undefined } & {
  day?: readonly Weekday[] | undefined
  hours?: readonly DayPart[] | undefined
}

export type CourseSearchResult = {
  /** Ids of the page, in order, and those of its groups that meet the filters. */
  ids: string[]
  groupIds: string[]
  total: number
  /** How many of them have a group with a free place. */
  free: number
  /** The requested page, or the last one if there are fewer. */
  page: number
  counts: { name: FilterName; value: string; count: number }[]
  /** Whether the text matches any course, regardless of the filters. */
  isKnown: boolean
}

/** A student for whom courses are sought, with those in which the student already is. */
export type CourseSeeker = { grade: number | null; isAtCollege: boolean; attended: readonly string[] }

export type CourseSearchQuery = {
  currentTime: PricingTime
  filter: CourseFilter
  startBy: Day | undefined
  sort: CourseSort | undefined
  /** Groups that are left out, although they are on sale. */
  withoutGroups: readonly string[]
  /** Students for whom the courses are sought: those that suit more of them come first, those that suit none last. */
  seekers: readonly CourseSeeker[]
  search: CourseSearch | null
  /** Translated titles, by which courses are sorted; without them by the stored ones. */
  names: SchoolNames | undefined
  page: number
  pageSize: number
}

/**
 * One page of the matching courses, and the count of each filter value if only it were selected in its filter. Format,
 * territory and times must match in the same group. Courses that suit no seeker come last; full ones, within their rank.
 * Without a chosen order the rest is that of {@link orderFor}.
 */
export async function findCourses(
  database: Database,
  { currentTime, filter, startBy, sort, withoutGroups, seekers, search, names, page, pageSize }: CourseSearchQuery,
): Promise<CourseSearchResult> {
  const today = dayInZone(currentTime.now, currentTime.timeZone)
  const territory = sql`coalesce(${studyGroups.territoryId}, ${onlineTerritoryUuid})`
  const isForSeekers = sort === undefined && seekers.length > 0
  const value = isForSeekers ? 'start' : sort
  const named = { isAttended: sql`is_attended`, suited: sql`suited`, start: sql`sort_value` }
  const own = sql.join([...(isForSeekers ? orderFor(named) : []), sql`title`, sql`id`], sql`, `)
  const relevance = sql`rank desc, ${filter.grade ? sql`cardinality(grades) = 0, ` : sql``}is_free desc, ${own}`
  const sorted = sort === undefined ? relevance : sql`is_free desc, sort_value nulls last, title, id`
  const { rows } = await database.execute<CourseSearchResult>(sql`
    with meant as materialized (
      select ${programs.id} as id, ${selectSortedTitle(names)} as title, ${programs.branch} as branch, ${programs.subjectCode} as subject,
        ${programs.grades} as grades, ${gradesOfCourse} as all_grades, ${search?.rank ?? sql`0`} as rank,
        ${isAmong(programs.branch, filter.branch)} as fits_branch,
        ${isAmong(programs.subjectCode, filter.subject)} as fits_subject,
        ${isForGrades(filter.grade)} as fits_grade, ${suitsAny(seekers)} as suits,
        ${countSuited(seekers)} as suited, ${isAttendedByAny(seekers)} as is_attended
      from ${programs} join ${subjects} on ${eq(subjects.code, programs.subjectCode)}
      where ${search?.isFound ?? sql`true`}
    ), offers as materialized (
      select meant.id, fits_branch, fits_subject, fits_grade, ${studyGroups.format} as format, ${territory} as territory,
        ${studyGroups.id} as group_id, ${selectFreePlaces(studyGroups)} as places,
        ${isAmong(studyGroups.format, filter.format)} as fits_format,
        ${isAmong(sql`${territory}::text`, filter.territory)} as fits_territory,
        ${and(meetsAt(filter), startsBy(startBy, currentTime), isNotAmong(studyGroups.id, withoutGroups)) ?? sql`true`} as fits_time,
        ${value === undefined ? sql`null` : sortValues[value](currentTime)} as sort_value
      from meant
        join ${studyGroups} on ${studyGroups.programId} = meant.id
        join ${campaigns} on ${eq(campaigns.id, studyGroups.campaignId)}
      where ${isOnSale(today)}
    ), courses as materialized (
      select meant.*, is_free, fits_there, sort_value
      from meant join (
        select id, bool_or(fits_here) as fits_there, bool_or(fits_here and places > 0) as is_free,
          ${value === undefined ? sql`null` : sortedBy[value]} as sort_value
        from (select *, fits_format and fits_territory and fits_time as fits_here from offers) as offers group by id
      ) as offered using (id)
    ), fitting as (
      select * from courses where fits_branch and fits_subject and fits_grade and fits_there
    ), result_page as (
      select count(*) as total, least(${page}::int, greatest(1, ceil(count(*)::numeric / ${pageSize}))) as page from fitting
    ), counts as (
      select 'branch' as name, branch as value, count(*) as count
      from courses where fits_subject and fits_grade and fits_there group by branch
      union all
      select 'subject', subject, count(*)
      from courses where fits_branch and fits_grade and fits_there group by subject
      union all
      select 'grade', grade::text, count(*)
      from courses, unnest(all_grades) as grade
      where fits_branch and fits_subject and fits_there group by grade
      union all
      select 'format', format, count(*) from (
        select distinct id, format from offers where fits_branch and fits_subject and fits_grade and fits_territory and fits_time
      ) as offered group by format
      union all
      select 'territory', territory::text, count(*) from (
        select distinct id, territory from offers where fits_branch and fits_subject and fits_grade and fits_format and fits_time
      ) as offered group by territory
    ), on_page as materialized (
      select id, row_number() over () as position from (
        select id from fitting order by suits desc, ${sorted}
        limit ${pageSize} offset (select (page - 1) * ${pageSize} from result_page)
      ) as ordered
    )
    select result_page.total::int as total, result_page.page::int as page,
      (select count(*)::int from fitting where is_free) as free,
      (select coalesce(json_agg(id order by position), '[]') from on_page) as ids,
      (select coalesce(json_agg(group_id), '[]') from offers join on_page using (id)
        where fits_format and fits_territory and fits_time) as "groupIds",
      (select coalesce(json_agg(counts), '[]') from counts) as counts,
      exists (select from offers) as "isKnown"
    from result_page
  `)
  const [found] = rows
  if (!found) throw new Error('An aggregate of courses has a row')
  return found
}

function selectSortedTitle(names: SchoolNames | undefined): SQL {
  if (!names) return sql`${programs.searchTitle}`
  const translated = sql`${JSON.stringify(Object.fromEntries(names))}::jsonb ->> ${programs.title}`
  return sql`coalesce(lower(${translated}), ${programs.searchTitle})`
}

function isAmong(value: AnyPgColumn | SQL, chosen: readonly string[] = []): SQL {
  return chosen.length === 0 ? sql`true` : sql`${value} in ${[...chosen]}`
}

function isNotAmong(value: AnyPgColumn, excluded: readonly string[]): SQL | undefined {
  return excluded.length === 0 ? undefined : sql`${value} not in ${[...excluded]}`
}

/** All meetings are on these days and begin in these parts of the day. A group without regular times always suits. */
function meetsAt({ day = [], hours = [] }: CourseFilter): SQL | undefined {
  if (day.length === 0 && hours.length === 0) return undefined
  const isOnDay = day.length === 0 ? undefined : inArray(slots.weekday, day.map(Number))
  const parts = hours.map((part) => {
    const { from, until } = dayPartHours[part]
    return sql`(${slots.startsAt} >= ${from}::time and ${slots.startsAt} < ${until}::time)`
  })
  const isUnsuitable = sql`(${and(isOnDay, or(...parts))}) is not true`
  return sql`not exists (select from ${slots} where ${slots.groupId} = ${studyGroups.id} and ${isUnsuitable})`
}

function startsBy(day: Day | undefined, currentTime: PricingTime): SQL | undefined {
  return day === undefined
    ? undefined
    : sql`coalesce(${selectFirstDayOfBuyer(studyGroups, currentTime)} <= ${day}, false)`
}

/** Whether a course is new to one of the students and for their grade; true without students. */
export function suitsAny(seekers: readonly CourseSeeker[]): SQL {
  return or(...seekers.map(suits)) ?? sql`true`
}

/**
 * A programme of the college is not suggested to those who study in one, nor in the grades after the one from which
 * students come to it: they may enrol, and rarely do.
 */
function suits({ grade, isAtCollege, attended }: CourseSeeker): SQL | undefined {
  const isTooLate = isAtCollege || (grade !== null && grade > firstCollegeGrade)
  const isProgramme = sql`${programs.branch} = 'college' and cardinality(${programs.grades}) = 0`
  return and(
    isForGrade(sql`${grade}::smallint`),
    isTooLate ? sql`not (${isProgramme})` : undefined,
    isNotAmong(programs.id, attended),
  )
}

/** To how many of the students a course is new and for their grade. */
export function countSuited(seekers: readonly CourseSeeker[]): SQL {
  return sql.join([sql`0`, ...seekers.map((seeker) => sql`(${suits(seeker)})::int`)], sql` + `)
}

export function isAttendedByAny(seekers: readonly CourseSeeker[]): SQL {
  const attended = seekers.flatMap((seeker) => seeker.attended.map((id) => sql`${id}`))
  return sql`${programs.id} = any(array[${sql.join(attended, sql`, `)}]::uuid[])`
}

type OrderedBy = Record<'isAttended' | 'suited' | 'start', SQL>

/**
 * The order of courses that suit a seeker equally well or not at all: what a seeker attends comes last, what suits more
 * seekers first, then what begins earlier.
 */
export function orderFor({ isAttended, suited, start }: OrderedBy): SQL[] {
  return [isAttended, sql`${suited} desc`, sql`${start} nulls last`]
}

/** What a group is sorted by. */
const sortValues: Record<CourseSort, (currentTime: PricingTime) => SQL> = {
  start: (currentTime) => selectFirstDayOfBuyer(studyGroups, currentTime),
  price: (currentTime) => selectPriceOfBuyer(studyGroups, currentTime),
  places: () => selectFreePlaces(studyGroups),
}

const leastOfSold = sql`coalesce(min(sort_value) filter (where fits_here and places > 0), min(sort_value) filter (where fits_here))`

/** The value of a course, as its card shows it: of the groups that meet the filters. */
const sortedBy: Record<CourseSort, SQL> = {
  start: leastOfSold,
  price: leastOfSold,
  places: sql`-sum(sort_value) filter (where fits_here)`,
}

export function isForGrades(chosen: readonly string[] = []): SQL {
  if (chosen.length === 0) return sql`true`
  const known = everyGrade.filter((grade) => chosen.includes(String(grade)))
  if (known.length === 0) return sql`false`
  return sql`${gradesOfCourse} && ${gradesIn(known)}`
}
