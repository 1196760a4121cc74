// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataDirectory } from '#tests/support/server/database.ts'
import { runCommand } from '#tests/support/server/server-process.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-receipts-'))
const DATA_DIR = join(directory, 'data')
afterAll(() => rmSync(directory, { recursive: true }))

const run = (...args: string[]) => runCommand('server/billing/receipts/main.ts', args, { DATA_DIR })

function fileOf(...rows: readonly string[]): string {
  const path = join(directory, `${rows.length}.csv`)
  writeFileSync(path, ['operation_id,contract,kind,amount,date', ...rows].join('\n'))
  return path
}

test('Called with an unknown option the import prints its usage', async () => {
  const usage = /^npm run import:payments -- \[--dry-run\] \[--quiet\] file\.csv \(.+\)\n$/
  expect(await run('--wet-run', 'one.csv')).toEqual({ code: 1, out: '', err: expect.stringMatching(usage) })
})

test('Of sixty invalid rows the first fifty are reported by line, with the total number', {
  tags: ['nightly'],
}, async () => {
  await makeDataDirectory(DATA_DIR)
  const path = fileOf(...Array.from({ length: 60 }, (_, index) => `${index},none,ReceivingDS,1,2026-01-10`))
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 2}: contract: there is no contract «none»`)
  const err = [...lines, 'and 10 more', 'Nothing was imported: 60 errors.', ''].join('\n')
  expect(await run(path)).toEqual({ code: 1, out: '', err })
  expect((await run('--dry-run', fileOf())).out).toBe(
    'There is nothing to import: 0 rows (received 0.00, returned 0.00, transferred 0.00 roubles); 0 imported before; 0 payments closed; 0 contracts concluded; 0 customers notified.\n',
  )
})
