// Database: none.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { makeDataDirectory } from '#tests/support/server/database.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-data-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('The embedded database keeps its data across restarts, and is unchanged if it is of another program', {
  tags: ['nightly'],
}, async () => {
  const DATA_DIR = join(directory, 'data')
  await makeDataDirectory(DATA_DIR)
  const open = () => openDatabase(readEnv({ DATA_DIR }), pino({ level: 'silent' }))
  const first = await open()
  await first.database.insert(users).values({ firstName: 'Мария', lastName: 'Соколова' })
  await expect(open()).rejects.toThrow(/is in use by process/)
  await first.close()

  const second = await open()
  expect(await second.database.select({ name: users.lastName }).from(users)).toEqual([{ name: 'Соколова' }])
  await second.database.execute(sql`delete from drizzle.__drizzle_migrations`)
  await second.close()
  const message = /^The database could not be brought up to date \(.*already exists\)\. No data is lost: [^\n]+\.$/
  await expect(open()).rejects.toMatchObject({ name: 'StartFailure', message: expect.stringMatching(message) })
})
