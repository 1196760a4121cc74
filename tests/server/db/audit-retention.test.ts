import { randomUUID } from 'node:crypto'
import { eq, type SQL, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { auditEntries } from '#server/db/schema/identity.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const opened = openForSuite(openTestDatabase)

/** By the clock of the database, as the trigger. */
const daysAgo = (days: number) => sql`now() - ${`${days} days`}::interval`
const oldRejection = { at: daysAgo(91), action: 'sign-in.password', problem: 'wrong-password', subjectId: randomUUID() }
/** Entries that nothing deletes, each for one reason. */
const kept = {
  'of a visitor, but not old': { ...oldRejection, at: daysAgo(89) },
  'of a signed-in person': { ...oldRejection, actorId: randomUUID() },
  'no rejection': { ...oldRejection, problem: null, command: 'import:people' },
}

async function add(entry: Omit<typeof auditEntries.$inferInsert, 'at'> & { at: SQL }) {
  const { at, ...values } = entry
  const [added] = await opened.database
    .insert(auditEntries)
    .values({ ...values, at: at as unknown as Date })
    .returning({ id: auditEntries.id })
  return eq(auditEntries.id, added?.id ?? '')
}

async function refusalOf(work: (database: Database) => PromiseLike<unknown>): Promise<string | undefined> {
  return opened.database
    .transaction(async (transaction) => work(transaction))
    .then(
      () => 'done',
      (error: Error) => (error.cause as { code?: string } | undefined)?.code,
    )
}

test('The daily job deletes rejections of visitors that are older than 90 days, and nothing else', async () => {
  const { database } = opened
  for (const entry of Object.values(kept)) await add(entry)
  const before = await database.select().from(auditEntries)
  // More than one batch.
  await database.execute(sql`
    insert into audit_entries (at, action, problem)
    select now() - interval '91 days', 'sign-in.password', 'unknown-login' from generate_series(1, 5001)
  `)
  await runJobs(['apply-retention'], { database, clock: () => new Date('2026-10-14T09:00:00Z') })
  expect(await database.select().from(auditEntries)).toEqual(before)
  expect(before).toHaveLength(3)
})

test.each(Object.entries(kept))('An entry that is %s cannot be deleted', async (_, entry) => {
  const added = await add(entry)
  expect(await refusalOf((database) => database.delete(auditEntries).where(added))).toBe('23001')
})

test('No entry can be changed, not even one that may be deleted, and the log cannot be emptied', async () => {
  const added = await add(oldRejection)
  const change = { actorId: null, problem: 'wrong-password', at: new Date(0) }
  expect(await refusalOf((database) => database.update(auditEntries).set(change).where(added))).toBe('23001')
  expect(await refusalOf((database) => database.execute(sql`truncate audit_entries`))).toBe('23001')
  expect(await refusalOf((database) => database.delete(auditEntries).where(added))).toBe('done')
})

test('A clock of the own schema makes no entry older', async () => {
  const added = await add(kept['of a visitor, but not old'])
  const refusal = await refusalOf(async (transaction) => {
    await transaction.execute(sql`create schema own`)
    await transaction.execute(
      sql`create function own.now() returns timestamptz language sql as $$ select pg_catalog.now() + interval '1 year' $$`,
    )
    await transaction.execute(sql`set local search_path = own, pg_catalog, public`)
    await transaction.delete(auditEntries).where(added)
  })
  expect(refusal).toBe('23001')
})

test('The owner of the table has no privilege to change it', async () => {
  const { rows } = await opened.database.execute<{ right: string }>(sql`
    select privilege_type as right from pg_class, aclexplode(relacl)
    where oid = 'audit_entries'::regclass and grantee = relowner`)
  const rights = rows.map(({ right }) => right)
  expect(rights).toEqual(expect.arrayContaining(['SELECT', 'INSERT', 'DELETE']))
  expect(rights.filter((right) => ['UPDATE', 'TRUNCATE'].includes(right))).toEqual([])
})
