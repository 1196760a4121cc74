// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readStatement } from '#server/billing/receipts/read-statement.ts'
import { StartupError } from '#server/startup-error.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-statement-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('A statement of millions of documents is refused with a text', async () => {
  const path = join(directory, 'statement.txt')
  writeFileSync(path, `1CClientBankExchange\n${'СекцияДокумент\n'.repeat(4_000_000)}`)
  const read = readStatement(path, { now: new Date('2026-11-20T09:00:00Z'), timeZone: 'Europe/Moscow' })
  const refusal = await read.catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartupError)
  expect((refusal as StartupError).text.en).toContain('takes too much time or memory to read')
})
