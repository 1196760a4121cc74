import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { tickets } from '#server/db/schema/schedule.ts'
import { createSchool } from '#server/demo/enrolment/create-school.ts'
import { schoolRows } from '#server/demo/school-rows.ts'
import { isDemoSchool, requireDemoSchool, seedDemo, seedDemoIfEmpty } from '#server/demo/seed.ts'
import { demoAccounts, demoPassword, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { filterByPassword, findAccountsByName, parseSignInName } from '#server/idp/accounts/sign-in-names.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

const clock = () => new Date('2026-11-20T09:00:00Z')
const families = 12
const people = schoolRows(createSchool({ now: clock(), timeZone: 'Europe/Moscow', families, seed: 'lichny-kabinet' }))
  .filter(({ table }) => table === users)
  .reduce((sum, { rows }) => sum + rows.length, 0)

let opened: OpenDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened.close())

test('Seeding fills only an empty database, also if servers start together', async () => {
  const together = [1, 2, 3].map(() => seedDemoIfEmpty(opened.database, { clock, families }))
  expect((await Promise.all(together)).filter(Boolean)).toEqual([true])
  expect(await seedDemoIfEmpty(opened.database, { clock, families })).toBe(false)
  expect(await opened.database.$count(users)).toBe(people)
})

test('The demo refuses a database with people of a real school, and knows its own', async () => {
  await requireDemoSchool(opened.database)
  const real = await openTestDatabase()
  onTestFinished(() => real.close())
  await real.database.insert(users).values({ firstName: 'Ольга', lastName: 'Соколова' })
  expect([await seedDemoIfEmpty(real.database, { clock, families }), await isDemoSchool(real.database)]).toEqual([
    false,
    false,
  ])
  await expect(requireDemoSchool(real.database)).rejects.toThrow(/^DEMO: the database holds a real school.+DEMO=off/)
})

test('Seeding leaves the next ticket its next number', async () => {
  const { rows } = await opened.database.execute<{ next: string }>(sql`select nextval('ticket_numbers') as next`)
  expect(Number(rows[0]?.next)).toBe((await opened.database.$count(tickets)) + 1)
})

async function whoSignsIn(login: string, password: string): Promise<string[]> {
  const name = parseSignInName(login)
  const accounts = await filterByPassword(
    opened.database,
    await findAccountsByName(opened.database, name),
    name,
    password,
  )
  return accounts.map(({ subject }) => subject)
}

test('Seeding gives every account the same password', async () => {
  for (const { login } of [demoAccounts[0], demoAccounts[1], demoAccounts[8]]) {
    expect(await whoSignsIn(login, demoPassword)).toEqual([demoSubject(login)])
  }
  expect(await whoSignsIn('parent', 'not-the-password')).toEqual([])
})

test('Seeding that fails is rolled back', async () => {
  await expect(seedDemo(opened.database, { clock, families: 12, seed: 'another' })).rejects.toThrow()
  expect(await opened.database.$count(users)).toBe(people)
})
