// Database: both.
import { readdirSync, readFileSync } from 'node:fs'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractStatuses, operationKinds, paymentSchemes, paymentStatuses } from '#contract/enumerations.ts'
import { rightsOfPreset } from '#contract/people/guardian-rights.ts'
import type { Database, OpenDatabase } from '#server/db/client.ts'
import { migrateSchema } from '#server/db/migrate.ts'
import * as accountJoins from '#server/db/schema/account-joins.ts'
import * as accountSecurity from '#server/db/schema/account-security.ts'
import * as bankLines from '#server/db/schema/bank-lines.ts'
import * as bills from '#server/db/schema/bills.ts'
import * as checkouts from '#server/db/schema/checkouts.ts'
import * as content from '#server/db/schema/content.ts'
import * as contracts from '#server/db/schema/contracts.ts'
import * as dataRequests from '#server/db/schema/data-requests.ts'
import * as idempotency from '#server/db/schema/idempotency.ts'
import * as identity from '#server/db/schema/identity.ts'
import * as integration from '#server/db/schema/integration.ts'
import * as learning from '#server/db/schema/learning.ts'
import * as limits from '#server/db/schema/limits.ts'
import * as notifications from '#server/db/schema/notifications.ts'
import * as oneTimeCodes from '#server/db/schema/one-time-codes.ts'
import * as people from '#server/db/schema/people.ts'
import * as programs from '#server/db/schema/programs.ts'
import * as schedule from '#server/db/schema/schedule.ts'
import * as signatures from '#server/db/schema/signatures.ts'
import * as storage from '#server/db/schema/storage.ts'
import * as tax from '#server/db/schema/tax.ts'
import * as terminations from '#server/db/schema/terminations.ts'
import * as transfers from '#server/db/schema/transfers.ts'
import * as webhooks from '#server/db/schema/webhooks.ts'
import { queues } from '#server/queues/queues.ts'
import { ids, openSmallSchool, type SmallSchool } from '#tests/support/schools/small-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

// drizzle-kit adds an enumerable method to all arrays. Other suites share the worker, and PDF.js refuses such arrays.
afterAll(() => {
  Reflect.deleteProperty(Array.prototype, 'random')
})

const schema = {
  ...accountJoins,
  ...bankLines,
  ...bills,
  ...checkouts,
  ...content,
  ...contracts,
  ...dataRequests,
  ...notifications,
  ...idempotency,
  ...identity,
  ...integration,
  ...learning,
  ...limits,
  ...transfers,
  ...webhooks,
  ...oneTimeCodes,
  ...people,
  ...programs,
  ...schedule,
  ...signatures,
  ...storage,
  ...tax,
  ...terminations,
  ...accountSecurity,
}
const migrations = 'server/db/migrations'

const server = openForSuite(() => openTestApp())
let opened: OpenDatabase
let school: SmallSchool
beforeAll(async () => {
  opened = server.opened
  school = await openSmallSchool(server)
})

function json(path: string) {
  return JSON.parse(readFileSync(`${migrations}/${path}`, 'utf8'))
}

test('An older release refuses the database of a newer one, and changes nothing', async () => {
  const older = await openTestDatabase()
  const newer = sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${Date.UTC(2199, 0, 2)}::bigint)`
  await older.database.execute(newer)
  await expect(migrateSchema(older.pool)).rejects.toThrow(
    /^The database belongs to a newer release: its last migration is of 2199-01-02, [^\n]+ backup [^\n]+\.$/,
  )
  await older.database.execute(sql`delete from drizzle.__drizzle_migrations where hash = 'newer'`)
  await migrateSchema(older.pool)
  await older.close()
})

describe('The migrations', () => {
  test('match the schema: none is missing', async () => {
    const { entries } = json('meta/_journal.json')
    const latest = json(`meta/${String(entries.at(-1).idx).padStart(4, '0')}_snapshot.json`)
    expect(await generateMigration(latest, generateDrizzleJson(schema, latest.id))).toEqual([])
  })

  test('wait without end for no table of calls: what waits outside of the transaction sets the limit again', () => {
    const files = readdirSync(migrations).filter((name) => name.endsWith('.sql'))
    const waiting = files.filter((name) => readFileSync(`${migrations}/${name}`, 'utf8').includes('lock_timeout = 0'))
    expect(waiting).toContain('0015_online-autopay.sql')
    for (const name of waiting)
      expect([name, readFileSync(`${migrations}/${name}`, 'utf8').split('\nBEGIN;')[1]]).toEqual([
        name,
        expect.stringMatching(/\nSET lock_timeout = '1s';\s*$/),
      ])
  })

  test('give every foreign key an index that begins with its columns', async () => {
    const { rows } = await opened.database.execute(sql`
      select con.conrelid::regclass::text || '.' || con.conname as bare
      from pg_constraint con
      where con.contype = 'f' and con.connamespace <> 'pgboss'::regnamespace and not exists (
        select 1 from pg_index ind
        where ind.indrelid = con.conrelid
          and (ind.indkey::int2[])[0:cardinality(con.conkey) - 1] @> con.conkey
      )
    `)
    expect(rows).toEqual([])
  })
})

test('keep what the school has restricted before from holders of contracts, but not what a guardian has given by a code', async () => {
  const { database } = opened
  const childId = await school.addChild('Дарья')
  const guardian = async (rights: Partial<typeof people.guardianships.$inferInsert>) => {
    const { userId } = await server.signInAs({ roles: ['parent'] })
    await database.insert(people.guardianships).values({ guardianId: userId, childId, ...rights })
    return userId
  }
  const whole = await guardian({})
  const restricted = await guardian({ pays: false })
  const coded = await guardian({ pays: false })
  const byAge = await guardian({ pays: false, rightsBeforeAge: rightsOfPreset.full })
  await database.insert(accountSecurity.pairingCodes).values({
    childId,
    kind: 'guardian',
    preset: 'informed',
    codeHash: 'used',
    isBySchool: false,
    usedBy: coded,
    madeBy: whole,
    madeAt: new Date(),
    expiresAt: new Date(),
  })
  await database.execute(sql.raw(readFileSync(`${migrations}/0041_rights-set-by-school.sql`, 'utf8')))
  const rows = await database.select().from(people.guardianships).where(eq(people.guardianships.childId, childId))
  const kept = new Map(rows.map(({ guardianId, isSetBySchool }) => [guardianId, isSetBySchool]))
  expect([whole, restricted, coded, byAge].map((id) => kept.get(id))).toEqual([false, true, false, false])
})

test('note the changes of every exported table under its own name', async () => {
  const { rows } = await opened.database.execute(sql`
    select tgrelid::regclass::text as "table" from pg_trigger
    where tgname in ('record_inserted', 'record_updated', 'record_deleted')
      and pg_get_triggerdef(oid) not like '%(''' || tgrelid::regclass || ''', %'
    group by 1
  `)
  // Guardians are attributes of their children.
  expect(rows).toEqual([{ table: 'guardianships' }])
})

test('run once if servers start together on an empty database', { tags: ['nightly'] }, async () => {
  const { database, close } = await openTestDatabase()
  await database.execute(sql`drop schema drizzle, identity_provider, pgboss, public cascade; create schema public`)
  const { $client: pool } = database as Database & { $client: Pool }
  await Promise.all([migrateSchema(pool), migrateSchema(pool), migrateSchema(pool)])
  const { rows } = await database.execute(sql`select created_at from drizzle.__drizzle_migrations`)
  expect(rows).toHaveLength(json('meta/_journal.json').entries.length)
  const created = await database.execute<{ name: string }>(sql`select name from pgboss.queue order by name`)
  expect(created.rows.map(({ name }) => name)).toEqual(Object.keys(queues).sort())
  await close()
})

describe('The database rejects', () => {
  async function violated(statement: SQL): Promise<string> {
    const failure = await opened.database.execute(statement).then(
      () => null,
      (error: unknown) => error,
    )
    const cause = failure instanceof Error ? failure.cause : null
    return cause !== null && typeof cause === 'object' && 'constraint' in cause ? String(cause.constraint) : 'nothing'
  }

  test('more taken places than exist, or fewer than none', async () => {
    const { studyGroups } = programs
    expect(await violated(sql`update ${studyGroups} set places_taken = places_total + 1`)).toBe('study_groups_places')
    expect(await violated(sql`update ${studyGroups} set places_taken = -1`)).toBe('study_groups_places')
    expect(await violated(sql`update ${studyGroups} set places_taken = places_total`)).toBe('nothing')
  })

  test('negative amounts', async () => {
    expect(await violated(sql`update ${programs.studyGroups} set price = -1`)).toBe('study_groups_price')
  })

  test('a student twice in a group at the same time, but not a return after leaving', async () => {
    const childId = await school.addChild('Артём')
    const join = sql`insert into group_memberships (group_id, student_id, joined_on) values (${ids.group}, ${childId}, '2026-10-01')`
    await school.joinGroup(childId)
    expect(await violated(join)).toBe('group_memberships_present')
    await opened.database.execute(
      sql`update group_memberships set left_on = '2026-09-20' where student_id = ${childId}`,
    )
    expect(await violated(join)).toBe('nothing')
  })

  test('a user as their own guardian', async () => {
    const id = await school.addChild('Вера')
    expect(await violated(sql`insert into guardianships values (${id}, ${id})`)).toBe('guardianships_of_another')
  })

  test('an unknown role, grade or school year, and a malformed token', async () => {
    const id = await school.addChild('Глеб')
    expect(await violated(sql`insert into user_roles values (${id}, 'janitor')`)).toBe('user_roles_known')
    expect(await violated(sql`update users set grade = 12 where id = ${id}`)).toBe('users_grade')
    expect(await violated(sql`insert into offers values ('short', ${ids.campaign})`)).toBe('offers_token')
    expect(await violated(sql`update campaigns set school_year = '2026'`)).toBe('campaigns_school_year')
  })

  test('an unknown enumeration value, and accepts all known ones', async () => {
    const childId = await school.addChild('Иван')
    const [contract, payment] = ['00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000a2']
    await opened.database.transaction(async (transaction) => {
      await transaction.execute(sql`
        insert into contracts (id, number, status, student_id, customer_id, campaign_id, program_id, format, payment_scheme, total, created_at)
        values (${contract}, '1', 'Open', ${childId}, ${childId}, ${ids.campaign}, ${ids.program}, 'offline', 'Combo', 100, now())
      `)
      await transaction.execute(sql`
        insert into payments (id, contract_id, position, title, due_on, amount, status)
        values (${payment}, ${contract}, 1, 'Первый', '2026-10-01', 100, 'Open')
      `)
    })
    const columns = [
      ['contracts', 'status', contractStatuses, 'contracts_status'],
      ['contracts', 'payment_scheme', paymentSchemes, 'contracts_payment_scheme'],
      ['payments', 'status', paymentStatuses, 'payments_status'],
    ] as const
    for (const [table, column, values, constraint] of columns) {
      const set = (value: string) =>
        violated(sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = ${value}`)
      expect(await set(values[0].toLowerCase())).toBe(constraint)
      for (const value of values) expect(await set(value)).toBe('nothing')
    }
    expect(await violated(sql`update payments set amount = -1`)).toBe('payments_amount')
    const move = (kind: string, amount = 1) =>
      violated(
        sql`insert into operations (payment_id, kind, amount, at) values (${payment}, ${kind}, ${amount}, now())`,
      )
    expect(await move('receivingds')).toBe('operations_kind')
    expect(await move('ReceivingDS', 0)).toBe('operations_amount')
    // The receipt is inserted before the refund.
    for (const kind of operationKinds.toReversed()) expect(await move(kind)).toBe('nothing')
  })

  test('a lesson that ends before it begins, or lasts for days', async () => {
    const insert = (endsAt: string) =>
      violated(sql`
        insert into lessons (group_id, topic, format, starts_at, ends_at)
        values (${ids.group}, 'Тема', 'offline', '2026-10-01T10:00:00Z', ${endsAt})
      `)
    expect(await insert('2026-10-01T09:00:00Z')).toBe('lessons_times')
    expect(await insert('2026-10-03T10:00:00Z')).toBe('lessons_times')
    expect(await insert('2026-10-01T11:30:00Z')).toBe('nothing')
  })
})
