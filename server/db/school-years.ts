import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from './client.ts'

/** A school year begins on 1 August here (as in the function `school_year_of` of the database). */
function schoolYearOf(at: Date): number {
  return at.getUTCMonth() >= 7 ? at.getUTCFullYear() : at.getUTCFullYear() - 1
}

/**
 * A random id that names the school year of a row and so decides where it is stored (decision 110): the present one for
 * anything later than the next year.
 */
export function idOfYear(at: Date, now: Date): string {
  const [year, present] = [schoolYearOf(at), schoolYearOf(now)]
  const stored = year > present + 1 ? present : Math.max(year, 2000)
  return `ffffffff-ffff-8${String(stored % 1000).padStart(3, '0')}${randomUUID().slice(18)}`
}

/** Makes the partitions of this school year and the next one, and refreshes what the planner knows of all of them. */
export async function prepareSchoolYears(database: Database, now: Date, log: FastifyBaseLogger): Promise<void> {
  for (const year of [schoolYearOf(now), schoolYearOf(now) + 1]) {
    const { rows } = await database.execute<{ table: string }>(sql`select add_school_year(${year}) as table`)
    const tables = rows.map(({ table }) => table)
    if (tables.length > 0) log.warn({ tables, year }, 'rows of the school year are in the default partition')
  }
  await database.execute(sql`select analyze_school_years()`)
}
