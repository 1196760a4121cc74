// Database: both.
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { users } from '#server/db/schema/people.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

describe('The database', () => {
  const opened = openForSuite(openTestDatabase)

  it('runs a named statement repeatedly', async () => {
    const numbered = opened.database
      .select({ text: sql<string>`${sql.placeholder('text')}::text` })
      .from(sql`(select 1) as one`)
      .prepare('numbered')
    const texts = await Promise.all(Array.from({ length: 50 }, (_, at) => numbered.execute({ text: `№ ${at}` })))
    expect(texts.map(([row]) => row?.text)).toEqual(Array.from({ length: 50 }, (_, at) => `№ ${at}`))
  })

  it('keeps a named statement after a failed statement and after a transaction', async () => {
    const person = opened.database
      .select()
      .from(users)
      .where(eq(users.id, sql.placeholder('id')))
      .prepare('person')
    await expect(person.execute({ id: 'no uuid' })).rejects.toThrow()
    await expect(
      opened.database.transaction(async (transaction) => {
        await transaction.insert(users).values({ firstName: 'Анна', lastName: 'Белова' })
        throw new Error('changed my mind')
      }),
    ).rejects.toThrow('changed my mind')
    expect(await person.execute({ id: '11111111-1111-4111-8111-111111111111' })).toEqual([])
    expect(await opened.database.$count(users)).toBe(0)
  })

  it('returns many megabytes in one result', async () => {
    const { rows } = await opened.database.execute<{ text: string }>(
      sql`select repeat('ы', 1000) as text from generate_series(1, 5000)`,
    )
    expect([rows.length, rows[4999]?.text.length]).toEqual([5000, 1000])
  })

  it('queues transactions on a single connection and loses none', async () => {
    const insert = (lastName: string) =>
      opened.database.transaction(async (transaction) => {
        await transaction.insert(users).values({ firstName: 'Пётр', lastName })
        await transaction.execute(sql`select pg_sleep(0.01)`)
      })
    await Promise.all(Array.from({ length: 8 }, (_, at) => insert(`Номер ${at}`)))
    expect(await opened.database.$count(users)).toBe(8)
  })

  it('of the tests rejects a transaction that uses a second connection', async () => {
    const nestings: (() => Promise<unknown>)[] = [
      async () => opened.database.$count(users),
      () => opened.database.transaction(async () => undefined),
      () => opened.pool.query('select 1'),
    ]
    for (const nested of nestings) await expect(opened.database.transaction(nested)).rejects.toThrow()
  })
})
