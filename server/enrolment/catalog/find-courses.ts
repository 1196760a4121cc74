import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { campaigns, programs, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { isOnSale, selectFreePlaces } from '#server/enrolment/groups/group-columns.ts'
import type { CourseSearch } from './course-search.ts'

export const filterNames = ['subject', 'grade', 'format', 'territory'] as const
export type FilterName = (typeof filterNames)[number]
export type CourseFilter = { [Name in FilterName]?: readonly string[] | undefined }

export type CourseSearchResult = {
  /** Ids of the page, in order. */
  ids: string[]
  total: number
  /** The requested page, or the last one if there are fewer. */
  page: number
  counts: { name: FilterName; value: string; count: number }[]
  /** Whether the text matches any course, regardless of the filters. */
  isKnown: boolean
}

export type CourseSearchQuery = {
  today: string
  filter: CourseFilter
  search: CourseSearch | null
  page: number
  pageSize: number
}

/**
 * One page of the matching courses, and the count of each filter value if only it were selected in its filter. Format
 * and territory must match in the same group. Full courses come last within their rank.
 */
export async function findCourses(
  database: Database,
  { today, filter, search, page, pageSize }: CourseSearchQuery,
): Promise<CourseSearchResult> {
  const territory = sql`coalesce(${studyGroups.territoryId}, ${onlineTerritoryUuid})`
  const order = sql`rank desc, ${filter.grade ? sql`cardinality(grades) = 0, ` : sql``}is_free desc, title, id`
  const { rows } = await database.execute<CourseSearchResult>(sql`
    with meant as materialized (
      select ${programs.id} as id, ${programs.searchTitle} as title, ${programs.subjectCode} as subject,
        ${programs.grades} as grades, ${search?.rank ?? sql`0`} as rank,
        ${isAmong(programs.subjectCode, filter.subject)} as fits_subject,
        ${isForGrades(filter.grade)} as fits_grade
      from ${programs} join ${subjects} on ${eq(subjects.code, programs.subjectCode)}
      where ${search?.isFound ?? sql`true`}
    ), offers as materialized (
      select meant.id, fits_subject, fits_grade, ${studyGroups.format} as format, ${territory} as territory,
        ${selectFreePlaces(studyGroups)} > 0 as is_free,
        ${isAmong(studyGroups.format, filter.format)} as fits_format,
        ${isAmong(sql`${territory}::text`, filter.territory)} as fits_territory
      from meant
        join ${studyGroups} on ${studyGroups.programId} = meant.id
        join ${campaigns} on ${eq(campaigns.id, studyGroups.campaignId)}
      where ${isOnSale(today)}
    ), courses as materialized (
      select meant.*, is_free, fits_there
      from meant join (
        select id, bool_or(is_free) as is_free, bool_or(fits_format and fits_territory) as fits_there
        from offers group by id
      ) as offered using (id)
    ), placed as (
      select id, count(*) over () as total, row_number() over (order by ${order}) as position
      from courses where fits_subject and fits_grade and fits_there
    ), result_page as (
      select coalesce(max(total), 0) as total,
        least(${page}::int, greatest(1, ceil(coalesce(max(total), 0)::numeric / ${pageSize}))) as page
      from placed
    ), counts as (
      select 'subject' as name, subject as value, count(*) as count
      from courses where fits_grade and fits_there group by subject
      union all
      select 'grade', grade::text, count(*)
      from courses, unnest(case when cardinality(grades) = 0 then ${gradesIn(everyGrade)} else grades end) as grade
      where fits_subject and fits_there group by grade
      union all
      select 'format', format, count(*) from (
        select distinct id, format from offers where fits_subject and fits_grade and fits_territory
      ) as offered group by format
      union all
      select 'territory', territory::text, count(*) from (
        select distinct id, territory from offers where fits_subject and fits_grade and fits_format
      ) as offered group by territory
    )
    select result_page.total::int as total, result_page.page::int as page,
      (select coalesce(json_agg(id order by position), '[]') from placed
        where position > (result_page.page - 1) * ${pageSize} and position <= result_page.page * ${pageSize}) as ids,
      (select coalesce(json_agg(counts), '[]') from counts) as counts,
      exists (select from offers) as "isKnown"
    from result_page
  `)
  const [found] = rows
  if (!found) throw new Error('An aggregate of courses has a row')
  return found
}

function isAmong(value: AnyPgColumn | SQL, chosen: readonly string[] = []): SQL {
  return chosen.length === 0 ? sql`true` : sql`${value} in ${[...chosen]}`
}

const everyGrade = Array.from({ length: 11 }, (_, index) => index + 1)

/** A course without grades is for every grade. */
function isForGrades(chosen: readonly string[] = []): SQL {
  if (chosen.length === 0) return sql`true`
  const known = everyGrade.filter((grade) => chosen.includes(String(grade)))
  if (known.length === 0) return sql`false`
  return sql`(cardinality(${programs.grades}) = 0 or ${programs.grades} && ${gradesIn(known)})`
}

function gradesIn(grades: readonly number[]): SQL {
  return sql.raw(`array[${grades.join(', ')}]::smallint[]`)
}
