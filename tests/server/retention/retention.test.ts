import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type RetentionKind, retentionPeriods } from '#server/environment/retention-periods.ts'
import { applyRetention, countOldRecords } from '#server/retention/old-records.ts'
import { openPayingSchool } from '#tests/support/schools/paying-school.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const now = new Date()
const server = openForSuite(() => openTestApp({ now }))
const timeZone = 'Europe/Moscow'

/** Adds a record of each kind whose period began at an instant; the period of documents ends on its day. */
async function addRecords(at: string, userId: string, contractId: string): Promise<void> {
  const add: Record<RetentionKind, ReturnType<typeof sql>> = {
    messages: sql`insert into deliveries (channel, target, kind, language, queued_at, delivered_at) values ('email', 'a@mail.example', 'push-ended', 'ru', ${at}, ${at})`,
    notifications: sql`insert into notifications (user_id, category, kind, values, path, key, group_key, at) values (${userId}, 'news', 'news-published', '{}', '/', ${at}, '', ${at})`,
    devices: sql`insert into known_devices (user_id, secret_hash, seen_at) values (${userId}, ${at}, ${at})`,
    signInChanges: sql`insert into account_changes (user_id, kind, details, secret_hash, at, expires_at) values (${userId}, 'password-set', '{}', ${at}, ${at}, ${at})`,
    cards: sql`
      insert into autopays (contract_id, person_id, state, saved_method, card_digits, terms_version, from_on, agreed_at, agreed_address, ended_at, end_reason)
      values (${contractId}, ${userId}, 'off', 'card', '4242', 1, '2026-01-01', ${at}, '', ${at}, 'stopped')`,
    rejections: sql`insert into audit_entries (at, action, problem) values (${at}, 'sign-in.password', 'unknown-login')`,
    unmappedRoles: sql`insert into unmapped_roles (claim, value, last_at) values (${at}, '', ${at})`,
    imports: sql`insert into import_runs (file_name, created_at, state) values ('people.csv', ${at}, 'applied')`,
    changes: sql`insert into record_changes (target, key, changed_at, is_deleted) values ('planted', ${at}, ${at}, true)`,
    webhooks: sql`insert into webhook_deliveries (endpoint_id, message_id, event, payload, created_at) select id, '', '', '', ${at} from webhook_endpoints`,
    dataRequests: sql`
      insert into data_requests (kind, state, subject_id, requested_by_id, requested_at, due_on, ended_at)
      values ('correction', 'done', ${userId}, ${userId}, ${at}, '2026-01-01', ${at}), ('deletion', 'done', ${userId}, ${userId}, ${at}, '2026-01-01', ${at})`,
    documents: sql`insert into kept_identities (person_id, name, erased_at, kept_until) values (${userId}, 'Соколова Ольга', ${at}, ${at}::date)`,
  }
  for (const statement of Object.values(add)) await server.opened.database.execute(statement)
}

test('The nightly job deletes what has outlived its period and nothing else, as the dry run has counted', async () => {
  const { database } = server.opened
  const school = await openPayingSchool(server)
  const { parent, childId } = await school.addFamily('Артём')
  const { contractId } = await school.addAccount(childId, parent.userId)
  const other = await server.signInAs({ roles: [] })
  await database.execute(
    sql`insert into webhook_endpoints (id, url, events, secret, created_at) values (${randomUUID()}, 'https://crm.example', '{}', 's', now())`,
  )
  const dayMs = 86_400_000
  await addRecords(new Date(now.getTime() - 1100 * dayMs).toISOString(), parent.userId, contractId)
  await addRecords(new Date(now.getTime() + dayMs).toISOString(), other.userId, contractId)
  const time = { now, timeZone }
  const counted = await countOldRecords(database, {}, time)
  expect(counted).toEqual(
    Object.entries(retentionPeriods).map(([kind, { usual }]) => ({ kind, period: usual, count: 1 })),
  )
  await applyRetention(database, {}, time)
  expect((await countOldRecords(database, {}, time)).filter(({ count }) => count > 0)).toEqual([])
  // The fresh record of each kind is still there: in ten years it is old.
  const later = { now: new Date(now.getTime() + 4000 * dayMs), timeZone }
  const left = await countOldRecords(database, {}, later)
  expect(left.filter(({ kind, count }) => count < 1 && kind !== 'rejections')).toEqual([])
})

test('The school’s file makes a period longer', async () => {
  const { database } = server.opened
  await database.execute(
    sql`insert into unmapped_roles (claim, value, last_at) values ('kept', '', ${new Date(now.getTime() - 40 * 86_400_000).toISOString()})`,
  )
  const countOf = async (school: object) =>
    (await countOldRecords(database, school, { now, timeZone })).find(({ kind }) => kind === 'unmappedRoles')
  expect(await countOf({})).toMatchObject({ period: 30, count: 1 })
  expect(await countOf({ retention: { unmappedRoles: 60 } })).toEqual({ kind: 'unmappedRoles', period: 60, count: 0 })
})
