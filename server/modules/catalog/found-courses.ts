import { eq, type SQL, sql } from 'drizzle-orm'
import { onlineTerritory } from '#contract/limits.ts'
import type { Database } from '#server/db/client.ts'
import { campaigns, programs, studyGroups, subjects } from '#server/db/schema/programs.ts'
import { freePlacesOf } from '#server/modules/moves/free-places.ts'
import type { Search } from './course-search.ts'
import { isOnSale } from './obstacles.ts'

export const filterNames = ['subject', 'grade', 'format', 'territory'] as const
export type FilterName = (typeof filterNames)[number]
export type Filter = { [Name in FilterName]?: readonly string[] | undefined }

export type Found = {
  /** Of the page, in its order. */
  ids: string[]
  total: number
  /** The one that was asked for, or the last where there are fewer. */
  page: number
  counts: { name: FilterName; value: string; count: number }[]
  /** Whether any course is meant, whatever the filters. */
  isKnown: boolean
}

export type Wanted = { today: string; filter: Filter; search: Search | null; page: number; pageSize: number }

/**
 * One page of the courses that fit, and what each value would find if it alone were chosen in its filter and the rest
 * stayed. A format and a place are looked for in one and the same group. Full courses come after the others of their rank.
 */
export async function findCourses(
  database: Database,
  { today, filter, search, page, pageSize }: Wanted,
): Promise<Found> {
  const territory = sql`coalesce(${studyGroups.territoryId}, ${onlineTerritory})`
  const { rows } = await database.execute<Found>(sql`
    with meant as materialized (
      select ${programs.id} as id, ${programs.searchTitle} as title, ${programs.subjectCode} as subject,
        ${programs.grades} as grades, ${search?.rank ?? sql`0`} as rank
      from ${programs} join ${subjects} on ${eq(subjects.code, programs.subjectCode)}
      where ${search?.isFound ?? sql`true`}
    ), offers as materialized (
      select meant.id, meant.subject, meant.grades, ${studyGroups.format} as format, ${territory} as territory,
        ${freePlacesOf(studyGroups)} > 0 as is_free,
        ${isAmong(sql`meant.subject`, filter.subject)} as fits_subject,
        ${isForGrades(sql`meant.grades`, filter.grade)} as fits_grade,
        ${isAmong(studyGroups.format, filter.format)} as fits_format,
        ${isAmong(sql`${territory}::text`, filter.territory)} as fits_territory
      from meant
        join ${studyGroups} on ${studyGroups.programId} = meant.id
        join ${campaigns} on ${eq(campaigns.id, studyGroups.campaignId)}
      where ${isOnSale(today)}
    ), fitting as (
      select id, bool_or(is_free) as is_free
      from offers group by id having bool_or(${fits(filterNames)})
    ), placed as (
      select id, count(*) over () as total, row_number() over (
        order by rank desc, ${filter.grade ? sql`cardinality(grades) = 0, ` : sql``}is_free desc, title, id
      ) as place
      from fitting join meant using (id)
    ), asked as (
      select coalesce(max(total), 0) as total,
        least(${page}::int, greatest(1, ceil(coalesce(max(total), 0)::numeric / ${pageSize}))) as page
      from placed
    ), counts as (
      ${sql.join(filterNames.map(countsOf), sql` union all `)}
    )
    select asked.total::int as total, asked.page::int as page,
      (select coalesce(json_agg(id order by place), '[]') from placed
        where place > (asked.page - 1) * ${pageSize} and place <= asked.page * ${pageSize}) as ids,
      (select coalesce(json_agg(counts), '[]') from counts) as counts,
      exists (select from offers) as "isKnown"
    from asked
  `)
  const [found] = rows
  if (!found) throw new Error('An aggregate of courses has a row')
  return found
}

function isAmong(value: SQL | typeof studyGroups.format, chosen: readonly string[] = []): SQL {
  return chosen.length === 0 ? sql`true` : sql`${value} in ${[...chosen]}`
}

const everyGrade = Array.from({ length: 11 }, (_, index) => index + 1)

/** A course without grades is for everybody. */
function isForGrades(grades: SQL, chosen: readonly string[] = []): SQL {
  if (chosen.length === 0) return sql`true`
  const known = everyGrade.filter((grade) => chosen.includes(String(grade)))
  return known.length === 0 ? sql`false` : sql`(cardinality(${grades}) = 0 or ${grades} && ${gradesIn(known)})`
}

function gradesIn(grades: readonly number[]): SQL {
  return sql.raw(`array[${grades.join(', ')}]::smallint[]`)
}

function fits(names: readonly FilterName[]): SQL {
  return sql.raw(names.map((name) => `fits_${name}`).join(' and '))
}

const valueIn: Record<FilterName, SQL> = {
  subject: sql`subject`,
  grade: sql`unnest(case when cardinality(grades) = 0 then ${gradesIn(everyGrade)} else grades end)::text`,
  format: sql`format`,
  territory: sql`territory::text`,
}

function countsOf(name: FilterName): SQL {
  const others = filterNames.filter((each) => each !== name)
  const offered = sql`select distinct id, ${valueIn[name]} as value from offers where ${fits(others)}`
  return sql`select ${name}::text as name, value, count(*)::int as count from (${offered}) as offered group by value`
}
