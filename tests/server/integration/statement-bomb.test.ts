// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#server/db/client.ts'
import { importSingle } from '#tests/support/integration/single-import.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-statement-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('A statement of millions of documents is refused with a text', { tags: ['nightly'] }, async () => {
  const path = join(directory, 'statement.txt')
  writeFileSync(path, `1CClientBankExchange\n${'СекцияДокумент\n'.repeat(4_000_000)}`)
  // It is refused before the database is asked.
  const database = {} as Database
  const moment = { now: new Date('2026-11-20T09:00:00Z'), timeZone: 'Europe/Moscow' }
  expect((await importSingle(database, path, moment)).faults).toEqual([
    'takes too much time or memory to read: split it into parts',
  ])
})
