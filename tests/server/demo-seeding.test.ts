import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { demoAccounts, demoPassword, demoSubject } from '#server/db/demo/accounts.ts'
import { rowsOf } from '#server/db/demo/rows.ts'
import { schoolOf } from '#server/db/demo/school.ts'
import { collectorAccount, seedDemo, seedDemoIfEmpty } from '#server/db/demo/seed.ts'
import { users } from '#server/db/schema/people.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { accountsNamed, accountsOfPassword, readName } from '#server/identity/embedded-provider/sign-in-names.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const clock = () => new Date('2026-11-20T09:00:00Z')
/** Few, because the embedded database has one connection, for which whoever comes second waits. */
const families = 20
const people = rowsOf(schoolOf({ now: clock(), timeZone: 'Europe/Moscow', families, seed: 'lichny-kabinet' }))
  .filter(({ table }) => table === users)
  .reduce((sum, { rows }) => sum + rows.length, 0)

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

test('Seeding fills an empty database, and only an empty one, even where servers start together', async () => {
  const together = [1, 2, 3].map(() => seedDemoIfEmpty(opened.database, { clock, families }))
  expect((await Promise.all(together)).filter(Boolean)).toEqual([true])
  expect(await seedDemoIfEmpty(opened.database, { clock, families })).toBe(false)
  expect(await opened.database.$count(users)).toBe(people)
}, 60_000)

test('Seeding leaves the next letter the next number', async () => {
  const { rows } = await opened.database.execute<{ next: string }>(sql`select nextval('ticket_numbers') as next`)
  expect(Number(rows[0]?.next)).toBe((await opened.database.$count(tickets)) + 1)
})

async function whoSignsIn(login: string, password: string): Promise<string[]> {
  const name = readName(login)
  const accounts = await accountsOfPassword(await accountsNamed(opened.database, name), name, password)
  return accounts.map(({ subject }) => subject)
}

test('Seeding lets every account sign in with the one password', async () => {
  for (const { login } of [demoAccounts[0], demoAccounts[1], demoAccounts[8]]) {
    expect(await whoSignsIn(login, demoPassword)).toEqual([demoSubject(login)])
  }
  expect(await whoSignsIn('parent', 'not-the-password')).toEqual([])
})

test('Seeding leaves nothing behind when it fails halfway', async () => {
  await expect(seedDemo(opened.database, { clock, families: 12, seed: 'another' })).rejects.toThrow()
  expect(await opened.database.$count(users)).toBe(people)
}, 60_000)

test('Seeding has no collector of contracts unless asked', async () => {
  expect(await whoSignsIn(collectorAccount.login, demoPassword)).toEqual([])
})
