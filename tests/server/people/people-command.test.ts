// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataDirectory } from '#tests/support/server/database.ts'
import { runCommand } from '#tests/support/server/server-process.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-people-command-'))
const DATA_DIR = join(directory, 'data')
afterAll(() => rmSync(directory, { recursive: true }))

const importPeople = (...args: string[]) => runCommand('server/people/import/main.ts', args, { DATA_DIR })
const appoint = (...args: string[]) => runCommand('server/people/administrators/main.ts', args, { DATA_DIR })

test('The first administrator is created and keeps the role after an import', async () => {
  await makeDataDirectory(DATA_DIR)
  const who = 'anna@school.example'
  expect((await appoint(who)).out).toMatch(
    /^«anna@school\.example» is an administrator\. .+:\nhttp:\/\/localhost:3001\/invitation\/[\w-]{43}\n$/,
  )
  const path = join(directory, 'people.csv')
  writeFileSync(path, `id,last_name,first_name,email,roles\n1,Белова,Анна,${who},teacher\n2,Белов,Ян,,boss`)
  const err = 'line 3: roles: «boss» is not a role\nNothing was imported: 1 error.\n'
  expect(await importPeople(path)).toEqual({ code: 1, out: '', err })
  writeFileSync(path, `id,last_name,first_name,email,roles\n1,Белова,Анна,${who},teacher`)
  expect((await importPeople(path)).out).toBe(
    'Imported: 0 people added; 1 changed; 0 as they were; 1 roles given, 0 taken; 0 pairs of guardian and child made, 0 ended.\n',
  )
  expect((await appoint(who)).out).toMatch(/^«anna@school\.example» is an administrator\. /)
})
