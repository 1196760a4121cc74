// Database: none.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test, vi } from 'vitest'
import { compileCache } from '#tests/support/server/server-process.ts'

// The tests start whole processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

const directory = mkdtempSync(join(tmpdir(), 'personal-account-people-command-'))
afterAll(() => rmSync(directory, { recursive: true }))

const scripts = { main: 'server/people/import/main.ts', administrator: 'server/people/administrators/main.ts' }

async function run(command: keyof typeof scripts, ...args: readonly string[]) {
  const child = spawn(process.execPath, [scripts[command], ...args], {
    env: { PATH: process.env.PATH ?? '', ...compileCache, DATA_DIR: join(directory, 'data') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  // A slow machine prints progress lines in between.
  return { code, out, err: err.replaceAll(/^ *\d+ s {2}.*\n/gm, '') }
}

test('Without arguments the commands print their usage', async () => {
  expect(await run('administrator')).toEqual({
    code: 1,
    out: '',
    err: 'npm run administrator -- <email, login or sub of one person>\n',
  })
  expect(await run('main')).toEqual({
    code: 1,
    out: '',
    err: 'npm run import:people -- [--dry-run] file.csv (one file at a time)\n',
  })
})

test('The first administrator is created and keeps the role after an import', async () => {
  const who = 'anna@school.example'
  expect((await run('administrator', who)).out).toMatch(/^«anna@school\.example» will be an administrator .+\.\n$/)
  const path = join(directory, 'people.csv')
  writeFileSync(path, `id,last_name,first_name,email,roles\n1,Белова,Анна,${who},teacher\n2,Белов,Ян,,boss`)
  expect(await run('main', path)).toEqual({
    code: 1,
    out: '',
    err: 'line 3: roles: «boss» is not a role\nNothing was imported: 1 error.\n',
  })
  writeFileSync(path, `id,last_name,first_name,email,roles\n1,Белова,Анна,${who},teacher`)
  expect(await run('main', '--dry-run', path)).toEqual({
    code: 0,
    out: 'Would be imported: 0 people added; 1 changed; 0 as they were; 1 roles given, 0 taken; 0 pairs of guardian and child made, 0 ended.\n',
    err: '',
  })
  expect((await run('main', path)).out).toMatch(/^Imported: 0 people added; 1 changed; /)
  expect((await run('administrator', who)).out).toBe(`«${who}» is an administrator already.\n`)
})
