// Database: both.
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { migrateSchema } from '#server/db/migrate.ts'
import { openOnceMore, openTestDatabase } from '#tests/support/server/database.ts'

const releases = globSync('tests/server/db/releases/*.sql').sort()

describe.each(releases)('The database of the release of %s', (path) => {
  // Embedded it takes six times longer.
  const tags = process.env.TEST_DATABASE === 'embedded' ? ['nightly'] : []
  test('is upgraded with all its rows to the schema of a new database', { tags }, async () => {
    const [upgraded, fresh] = [await openTestDatabase(), await openTestDatabase()]
    await load(upgraded.pool, path)
    const before = await countRows(upgraded.pool)
    const empty = Object.keys(before).filter((table) => before[table] === 0)
    expect(empty, `tables without a row in ${basename(path)}`).toEqual([])

    await migrateSchema(upgraded.pool)
    const after = await countRows(upgraded.pool)
    const losers = Object.keys(before).filter((table) => (after[table] ?? 0) < (before[table] ?? 0))
    expect(losers, 'tables that lost rows').toEqual([])
    expect(await describeSchema(upgraded.pool)).toEqual(await describeSchema(fresh.pool))
    await Promise.all([upgraded.close(), fresh.close()])
  })

  // The embedded database has one connection.
  test.runIf(process.env.TEST_DATABASE === 'postgres')(
    'is upgraded by two servers at once while calls go on: none waits long behind a table that is in use',
    { tags: ['nightly'] },
    async () => {
      const one = await openTestDatabase()
      const other = await openOnceMore(one)
      await load(one.pool, path)
      const [report, call] = [await other.pool.connect(), await other.pool.connect()]
      await report.query('begin; select count(*) from tickets')
      let isReportOpen = true
      const upgrade = Promise.all([migrateSchema(one.pool), migrateSchema(other.pool)])

      const waits: number[] = []
      while (waits.length < 40) {
        const began = performance.now()
        await call.query('select count(*) from tickets')
        waits.push(performance.now() - began)
        await pause(100)
        if (isReportOpen && waits.length === 30) {
          await report.query('commit')
          isReportOpen = false
        }
      }
      await upgrade
      expect(Math.max(...waits)).toBeGreaterThan(500)
      expect(Math.max(...waits)).toBeLessThan(2000)
      for (const client of [report, call]) client.release()
      await Promise.all([other.close(), one.close()])
    },
  )
})

/** The migrated schemas are renamed, because dropping them takes much longer. */
async function load(pool: Pool, path: string): Promise<void> {
  const away = ['drizzle', 'identity_provider', 'pgboss', 'public'].map(
    (name) => `alter schema ${name} rename to new_${name};`,
  )
  const client = await pool.connect()
  await client.query(`${away.join(' ')} create schema public; alter extension pg_trgm set schema public`)
  await client.query(`${readFileSync(path, 'utf8')}; reset all`)
  client.release()
}

/** Those of pg-boss are the library's own. */
const schemas = `nspname in ('public', 'identity_provider', 'drizzle')`

async function countRows(pool: Pool): Promise<Record<string, number>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace where relkind in ('r', 'p') and not relispartition and ${schemas}`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int as count from ${name}`)
  const { rows } = await pool.query<{ name: string; count: number }>(counts.join(' union all '))
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]))
}

/** Everything of the schema but the order of columns and the parentheses of a CHECK, which a dump changes. */
async function describeSchema(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    with relations as (
      select pg_class.oid, relkind, format('%I.%I', nspname, relname) as name
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace where ${schemas}
    )
    select concat_ws(' ', name, 'column', attname, format_type(atttypid, atttypmod), attnotnull, attgenerated, attidentity,
      attcollation::regcollation, pg_get_expr(adbin, adrelid)) as line
    from relations join pg_attribute on attrelid = oid left join pg_attrdef on adrelid = attrelid and adnum = attnum
    where relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
    union all
    select concat_ws(' ', name, 'constraint', conname, translate(pg_get_constraintdef(pg_constraint.oid), '()', '')) from relations
    join pg_constraint on conrelid = relations.oid where contype <> 'n'
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(oid)) from relations where relkind in ('i', 'I')
    union all
    select concat_ws(' ', name, 'partition of', inhparent::regclass, pg_get_expr(relpartbound, pg_class.oid))
    from relations join pg_class using (oid) join pg_inherits on inhrelid = oid where relations.relkind = 'r'
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(pg_trigger.oid)) from relations
    join pg_trigger on tgrelid = relations.oid where not tgisinternal
    union all
    select concat_ws(' ', 'view', name, pg_get_viewdef(oid)) from relations where relkind = 'v'
    union all
    select concat_ws(' ', 'sequence', name) from relations where relkind = 'S'
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(pg_proc.oid))
    from pg_proc join pg_namespace on pg_namespace.oid = pronamespace join pg_language on pg_language.oid = prolang
    where ${schemas} and lanname in ('sql', 'plpgsql')
    order by 1`)
  return rows.map(({ line }) => line)
}
