// Database: none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { lockDirectory } from '#server/db/directory-lock.ts'
import { compileCache } from '#tests/support/server/server-process.ts'

// The tests start whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const directory = mkdtempSync(join(tmpdir(), 'personal-account-receipts-'))
const DATA_DIR = join(directory, 'data')
afterAll(() => rmSync(directory, { recursive: true }))

async function run(...args: readonly string[]) {
  const child = spawn(process.execPath, ['server/billing/receipts/main.ts', ...args], {
    env: { PATH: process.env.PATH ?? '', ...compileCache, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  // A slow machine prints progress lines in between.
  return {
    code,
    out,
    err: err
      .split('\n')
      .filter((line) => !/^ *\d+ s {2}/.test(line))
      .join('\n'),
  }
}

function fileOf(...rows: readonly string[]): string {
  const path = join(directory, `${rows.length}.csv`)
  writeFileSync(path, ['operation_id,contract,kind,amount,date', ...rows].join('\n'))
  return path
}

test.each([[[]], [['one.csv', 'two.csv']], [['--wet-run', 'one.csv']]])(
  'Called with %j the import prints its usage',
  async (args) => {
    const usage = /^npm run import:payments -- \[--dry-run\] \[--quiet\] file\.csv \(.+\)\n$/
    expect(await run(...args)).toEqual({ code: 1, out: '', err: expect.stringMatching(usage) })
  },
)

test('While a server uses the embedded database the import is refused with a message', async () => {
  const lock = lockDirectory(DATA_DIR)
  const { code, out, err } = await run(fileOf())
  expect([code, out]).toEqual([1, ''])
  expect(err).toMatch(/^The data directory .+ is in use by process \d+.*\.\nStop that process, .+\.\n$/)
  lock.release()
})

test('Of sixty invalid rows the first fifty are reported by line, with the total number', async () => {
  const path = fileOf(...Array.from({ length: 60 }, (_, index) => `${index},none,ReceivingDS,1,2026-01-10`))
  const { code, out, err } = await run(path)
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index + 2}: contract: there is no contract «none»`)
  expect({ code, out, err }).toEqual({
    code: 1,
    out: '',
    err: [...lines, 'and 10 more', 'Nothing was imported: 60 errors.', ''].join('\n'),
  })
  expect(await run('--dry-run', fileOf())).toEqual({
    code: 0,
    out: 'Would be imported: 0 rows (received 0.00, returned 0.00, transferred 0.00 roubles); 0 imported before; 0 payments closed; 0 contracts concluded; 0 customers notified.\n',
    err: '',
  })
})
