import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OpenDatabase } from '#server/db/client.ts'
import { openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/env.ts'
import { openTestDatabase } from '#tests/support/database.ts'

const log = pino({ level: 'silent' })

describe('The database', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await openTestDatabase()
  })
  afterAll(() => opened.close())

  it('runs a named statement again and again', async () => {
    const numbered = opened.database
      .select({ text: sql<string>`${sql.placeholder('text')}::text` })
      .from(sql`(select 1) as one`)
      .prepare('numbered')
    const texts = await Promise.all(Array.from({ length: 50 }, (_, at) => numbered.execute({ text: `№ ${at}` })))
    expect(texts.map(([row]) => row?.text)).toEqual(Array.from({ length: 50 }, (_, at) => `№ ${at}`))
  })

  it('keeps a named statement after a failure and after a transaction', async () => {
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

  it('carries many megabytes in one answer', async () => {
    const { rows } = await opened.database.execute<{ text: string }>(
      sql`select repeat('ы', 1000) as text from generate_series(1, 5000)`,
    )
    expect([rows.length, rows[4999]?.text.length]).toEqual([5000, 1000])
  })

  it('does one transaction at a time where there is one connection, and loses none', async () => {
    const insert = (lastName: string) =>
      opened.database.transaction(async (transaction) => {
        await transaction.insert(users).values({ firstName: 'Пётр', lastName })
        await transaction.execute(sql`select pg_sleep(0.01)`)
      })
    await Promise.all(Array.from({ length: 8 }, (_, at) => insert(`Номер ${at}`)))
    expect(await opened.database.$count(users)).toBe(8)
  })
})

describe('The embedded database', () => {
  it('keeps its data from one start to the next, and leaves its lock', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'personal-account-data-'))
    const env = readEnv({ DATA_DIR })
    const first = await openDatabase(env, log)
    await first.database.insert(users).values({ firstName: 'Мария', lastName: 'Соколова' })
    await expect(openDatabase(env, log)).rejects.toThrow(/is in use by process/)
    await first.close()

    const second = await openDatabase(env, log)
    expect(await second.database.select({ name: users.lastName }).from(users)).toEqual([{ name: 'Соколова' }])
    await second.close()
    rmSync(DATA_DIR, { recursive: true })
  }, 60_000)

  it('of another program, or half changed by hand, is left as it is and named in one line', async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'personal-account-data-'))
    const env = readEnv({ DATA_DIR })
    const first = await openDatabase(env, log)
    await first.database.execute(sql`delete from drizzle.__drizzle_migrations`)
    await first.close()

    await expect(openDatabase(env, log)).rejects.toMatchObject({
      name: 'StartFailure',
      message: expect.stringMatching(
        /^The database could not be brought up to date and is as it was \(.*already exists\)\.$/,
      ),
    })
    rmSync(DATA_DIR, { recursive: true })
  }, 60_000)
})

it('A PostgreSQL that does not answer is one line without the password', async () => {
  const env = readEnv({ DATABASE_URL: 'postgres://lk:hush@localhost:9/lk' })
  await expect(openDatabase(env, log)).rejects.toThrow(
    /^DATABASE_URL: the database does not answer \([^\n]*ECONNREFUSED[^\n]*\)\.$/,
  )
})
