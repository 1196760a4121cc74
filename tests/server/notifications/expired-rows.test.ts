import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { idempotencyKeys } from '#server/db/schema/idempotency.ts'
import {
  logoutLinks,
  oidcAttempts,
  providerPayloads,
  recoveries,
  usedLogoutTokens,
} from '#server/db/schema/identity.ts'
import { serviceAccounts, serviceTokens } from '#server/db/schema/integration.ts'
import { codeEvents } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const opened = openForSuite(openTestDatabase)

const now = new Date('2026-11-28T09:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

test('Rows that have expired are deleted by a job, the others stay', async () => {
  const { database } = opened
  const [user] = await database.insert(users).values({ firstName: 'Мария', lastName: 'Соколова' }).returning()
  const account = { name: 'crm', source: 'crm', clientId: 'crm', secretHash: '', scopes: [], createdAt: now }
  const [program] = await database.insert(serviceAccounts).values(account).returning()
  if (!user || !program) throw new Error('nothing was stored')
  const userId = user.id
  const attempt = { purpose: 'sign-in', holderHash: '', nonce: '', codeVerifier: '', payload: {} }
  const recovery = { interaction: '', name: '', address: '', codeHash: '', triesLeft: 5 }
  for (const [name, at] of Object.entries({ old: daysAgo(800), fresh: now })) {
    const expiresAt = new Date(at.getTime() + 60_000)
    await database.insert(idempotencyKeys).values({ userId, key: name, call: '', requestHash: '', createdAt: at })
    await database.insert(oidcAttempts).values({ ...attempt, stateHash: name, expiresAt })
    await database.insert(codeEvents).values({ kind: 'sent', userId, purpose: 'join', target: name, at })
    await database.insert(logoutLinks).values({ tokenHash: name, expiresAt })
    await database.insert(usedLogoutTokens).values({ tokenHash: name, expiresAt })
    await database.insert(serviceTokens).values({ tokenHash: name, accountId: program.id, scopes: [], expiresAt })
    await database.insert(providerPayloads).values({ model: 'Session', id: name, payload: {}, expiresAt })
    await database
      .insert(recoveries)
      .values({ ...recovery, id: randomUUID(), interaction: name, sentAt: at, expiresAt })
  }
  await runJobs(['delete-expired-rows'], { database, clock: () => now })
  const tables = {
    idempotencyKeys: idempotencyKeys.key,
    oidcAttempts: oidcAttempts.stateHash,
    codeEvents: codeEvents.target,
    logoutLinks: logoutLinks.tokenHash,
    usedLogoutTokens: usedLogoutTokens.tokenHash,
    serviceTokens: serviceTokens.tokenHash,
    payloads: providerPayloads.id,
    recoveries: recoveries.interaction,
  }
  for (const [table, column] of Object.entries(tables)) {
    const { rows } = await database.execute(sql`select ${column} as name from ${column.table}`)
    expect([table, rows]).toEqual([table, [{ name: 'fresh' }]])
  }
})
