import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeFinding } from '#server/integration/format-types/reasons.ts'
import { fileNames } from '#server/integration/formats/units.ts'
import { importSchool } from '#server/integration/import-runs/import-school.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-example-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('docs/import/example.md has every file, and is imported into an empty database without a fault', async () => {
  const blocks = readFileSync('docs/import/example.md', 'utf8').matchAll(/```csv (\S+)\n([\s\S]*?)```/g)
  const files = new Map([...blocks].map(([, name = '', content = '']) => [name, content]))
  expect([...files.keys()]).toEqual(['manifest.csv', ...fileNames.map((name) => `${name}.csv`)])
  for (const [name, content] of files) writeFileSync(join(directory, name), content)

  const { database, close } = await openTestDatabase()
  try {
    const findings: string[] = []
    const find = (finding: Parameters<typeof describeFinding>[0]) => findings.push(describeFinding(finding, 'en'))
    const options = { now: new Date('2026-11-20T09:00:00Z'), timeZone: 'Europe/Moscow', onFault: find, onNote: find }
    const first = await importSchool(database, directory, options)
    expect(findings).toEqual([])
    // Every row has become a record, or a part of one.
    expect(first.files.filter(({ read, created, changed }) => created + changed !== read)).toEqual([])
    const second = await importSchool(database, directory, options)
    expect(second.files.filter(({ read, unchanged }) => unchanged !== read)).toEqual([])
  } finally {
    await close()
  }
})
