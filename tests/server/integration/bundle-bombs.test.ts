// Database: none.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BundleError } from '#server/integration/bundle/bundle-error.ts'
import { listBundle, readCsv } from '#server/integration/bundle/read-bundle.ts'
import { columnsOf } from '#server/integration/format-types/format.ts'
import { describeFinding } from '#server/integration/format-types/reasons.ts'
import { formats } from '#server/integration/formats/units.ts'
import { zipOf } from '#tests/support/integration/zip.ts'
import { zipOfZeros } from '#tests/support/integration/zip-bomb.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-bombs-'))
afterAll(() => rmSync(directory, { recursive: true }))

const mebibyte = 2 ** 20
const gibibyte = 2 ** 30
const known = ['pictures.csv', 'territories.csv']
const columns = columnsOf(formats.find(({ file }) => file === 'pictures') ?? { columns: {} })

/** Number of rows and the faults of the pictures in a zip. */
async function read(zip: Buffer): Promise<{ rows: number; faults: string[] }> {
  const path = join(directory, 'school.zip')
  writeFileSync(path, zip)
  const faults: string[] = []
  let rows = 0
  try {
    const bundle = await listBundle(path, known)
    const onFault = (fault: Parameters<typeof describeFinding>[0]) => void faults.push(describeFinding(fault, 'en'))
    for await (const batch of readCsv(bundle, 'pictures.csv', columns, { onFault })) rows += batch.rows.length
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    const { reason, value, line } = error
    faults.push(describeFinding({ file: 'school.zip', line, column: '', reason, value }, 'en'))
  }
  return { rows, faults }
}

/** The text of each fault says that no process was ended: all were within the limits of time and memory. */
test.each<[string, () => Promise<Buffer> | Buffer, string]>([
  ['ten gibibytes of zeros', () => zipOfZeros('pictures.csv', 10 * gibibyte), 'is larger than 1:200 when unpacked'],
  [
    'ten gibibytes of zeros that are declared as 40 MiB',
    () => zipOfZeros('pictures.csv', 10 * gibibyte, 40 * mebibyte),
    'is a row longer than 1048576 characters',
  ],
  [
    'ten gibibytes of zeros in a zip in a zip',
    async () => zipOf({ 'school.zip': await zipOf({ 'school.zip': zipOfZeros('pictures.csv', 10 * gibibyte) }) }),
    'contains no known file such as users.csv; it has school.zip',
  ],
  [
    'a zip with the name of a table',
    () => zipOf({ 'pictures.csv': zipOfZeros('pictures.csv', 10 * gibibyte) }),
    'is not a CSV file but ZIP: open it and save it as',
  ],
])('A zip of %s is refused', async (_, zip, fault) => {
  const content = await zip()
  expect(content.length).toBeLessThan(16 * mebibyte)
  const { rows, faults } = await read(content)
  expect(rows).toBe(0)
  expect(faults).toEqual([expect.stringContaining(fault)])
})

test('A value that is longer than those of its column is a fault of its row and not passed on', async () => {
  const row = (owner: string, content: string) => `a,a,${owner},${content},2026-11-20T09:00:00Z`
  const long = [row('b', 'A'.repeat(15 * mebibyte)), row('b'.repeat(2000), 'QQ==')]
  const table = ['sourcedId,name,ownerSourcedId,content,uploadedAt', row('b', 'QQ=='), ...long].join('\n')
  expect(await read(await zipOf({ 'pictures.csv': table }))).toEqual({
    rows: 1,
    faults: [
      'pictures.csv:3 content: is longer than 2097152 characters',
      'pictures.csv:4 ownerSourcedId: is longer than 1000 characters',
    ],
  })
})
