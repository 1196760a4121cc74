// Database: none.
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenDatabase, openPostgres } from '#server/db/client.ts'
import { startJobs } from '#server/jobs/job-queue.ts'
import { blocksOf } from '#tests/support/documents/commands-of-documents.ts'
import { jobContext, runJobs } from '#tests/support/server/jobs.ts'
import { type PostgresServer, postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'

// The statements of docs/audit-log.md, as they stand, in a PostgreSQL of its own: roles belong to the whole server.

const log = pino({ level: 'silent' })
const [createRole, grantRights, removeEntries] = blocksOf('audit-log').map(({ content }) => content)
let postgres: PostgresServer
let owner: OpenDatabase
beforeAll(async () => {
  postgres = await startPostgres()
  const maintenance = await openAs('postgres', 'postgres')
  await maintenance.database.execute(sql`create role school_owner login createrole`)
  await maintenance.database.execute(sql`create database account owner school_owner`)
  await maintenance.close()
  owner = await openAs('school_owner')
  for (const block of [createRole, grantRights]) await owner.database.execute(sql.raw(block ?? ''))
})
afterAll(async () => {
  await owner.close()
  await postgres.stop()
})

function openAs(role: string, name = 'account'): Promise<OpenDatabase> {
  const url = new URL(postgresUrl(postgres.socket, name))
  url.username = role
  return openPostgres(url.href, 2, log)
}

async function add({ database }: OpenDatabase, days: number, problem: string | null): Promise<void> {
  await database.execute(sql`
    insert into audit_entries (at, action, problem)
    values (now() - ${`${days} days`}::interval, 'sign-in.password', ${problem})
  `)
}

async function agesIn({ database }: OpenDatabase): Promise<number[]> {
  const { rows } = await database.execute<{ days: number }>(
    sql`select extract(day from now() - at)::int as days from audit_entries order by at`,
  )
  return rows.map(({ days }) => days)
}

async function refusalOf({ database }: OpenDatabase, statement: string): Promise<string> {
  return database.execute(sql.raw(statement)).then(
    () => 'done',
    (error: Error) => (error.cause as { code: string }).code,
  )
}

test('The separate role serves, deletes old rejections of visitors, and cannot change other entries', async () => {
  const server = await openAs('account_server')
  const jobs = await startJobs(server.pool, jobContext({ ...server, clock: () => new Date() }))
  await jobs.stop()
  await add(server, 91, 'unknown-login')
  await add(server, 89, 'unknown-login')
  await add(server, 2000, null)
  await runJobs(['apply-retention', 'prepare-school-years'], { ...server, clock: () => new Date() })
  expect(await agesIn(server)).toEqual([2000, 89])
  // PostgreSQL only warns that nothing was granted.
  await server.database.execute(sql`grant all on audit_entries to account_server`)
  const statements = [
    'delete from audit_entries',
    "update audit_entries set at = now() - interval '1 year'",
    'update audit_entries_earlier set at = now()',
    'truncate audit_entries',
    'alter table audit_entries disable trigger audit_entries_retention',
    'drop trigger audit_entries_retention on audit_entries',
    'set session_replication_role = replica',
    "create or replace function require_audit_retention() returns trigger language plpgsql as 'begin return old; end'",
  ]
  const refusals: string[] = []
  for (const statement of statements) refusals.push(await refusalOf(server, statement))
  const [refusedByTrigger, withoutPrivilege] = ['23001', '42501']
  expect(refusals).toEqual([refusedByTrigger, ...statements.slice(1).map(() => withoutPrivilege)])
  await server.close()
})

test('The owner removes old entries by hand, and the log is protected again', async () => {
  await add(owner, 2000, null)
  await add(owner, 1, null)
  await owner.database.execute(sql.raw(removeEntries ?? ''))
  expect(Math.max(...(await agesIn(owner)))).toBeLessThan(5 * 365)
  expect(await refusalOf(owner, 'delete from audit_entries')).toBe('23001')
  expect(await refusalOf(owner, 'update audit_entries set at = now()')).toBe('42501')
})
