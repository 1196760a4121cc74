// Database: none.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/env.ts'

const log = pino({ level: 'silent' })

describe('The embedded database', () => {
  it('keeps its data across restarts, and releases its lock', async () => {
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
  })

  it('of another program, or with modified files, stays unchanged and is reported in one line', async () => {
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
  })
})
