import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { getTableName, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { OpenDatabase } from '#server/db/client.ts'
import { columnsOf } from '#server/integration/format-types/format.ts'
import { describeFinding } from '#server/integration/format-types/reasons.ts'
import { formats } from '#server/integration/formats/units.ts'
import { importSchool } from '#server/integration/import-runs/import-school.ts'
import { openTestDatabase } from '#tests/support/server/database.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-malformed-'))
let opened: OpenDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(async () => {
  await opened.close()
  rmSync(directory, { recursive: true })
})

type Content = string | Buffer
type Files = Record<string, Content>
let bundles = 0

async function zipOf(files: Files): Promise<string> {
  bundles += 1
  const path = join(directory, `${bundles}.zip`)
  const zip = new ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name)
  zip.end()
  await finished(zip.outputStream.pipe(createWriteStream(path)))
  return path
}

/** A zip whose bytes are changed. */
async function changed(files: Files, change: (bytes: Buffer) => Buffer): Promise<string> {
  const path = await zipOf(files)
  writeFileSync(path, change(readFileSync(path)))
  return path
}

/** A folder, for what no zip of a reasonable size has. */
function folderOf(name: string, header: string, bytes: number): string {
  bundles += 1
  const folder = join(directory, `folder-${bundles}`)
  mkdirSync(folder)
  writeFileSync(join(folder, name), header)
  truncateSync(join(folder, name), bytes)
  return folder
}

/** The rows of all tables that an import writes. */
async function storedRows(): Promise<number> {
  const tables = new Set(formats.flatMap(({ table }) => (table ? [getTableName(table)] : [])))
  const counts = [...tables, 'external_ids', 'user_roles', 'guardianships', 'audit_entries'].map(
    (table) => `(select count(*) from ${table})`,
  )
  const { rows } = await opened.database.execute<{ count: number }>(
    sql.raw(`select (${counts.join(' + ')})::int as count`),
  )
  return rows[0]?.count ?? Number.NaN
}

async function expectRefused(path: string, fault: string): Promise<void> {
  const faults: string[] = []
  await importSchool(opened.database, path, {
    now: new Date('2026-11-20T09:00:00Z'),
    timeZone: 'Europe/Moscow',
    onFault: (found) => void faults.push(describeFinding(found, 'en')),
  })
  expect(faults.join('\n')).toContain(fault)
  for (const line of faults) expect(line).toMatch(/^\S+?\.(csv|zip)(:\d+)?( [\w.-]+( \S+)?)?: \S|^folder-\d+: \S/)
  expect(await storedRows()).toBe(0)
}

/** By file: the header and rows of the example, each a list of cells. */
const examples = [...readFileSync('docs/import/example.md', 'utf8').matchAll(/```csv (\w+)\.csv\n([\s\S]*?)```/g)]
  .map(([, file = '', content = '']) => ({ file, lines: content.trimEnd().split('\n'), content }))
  .filter(({ file }) => file !== 'manifest')

/** Removes a column; cells of the example that hold commas are quoted. */
function without(lines: readonly string[], column: string): string {
  const at = (lines[0] ?? '').split(',').indexOf(column)
  const cellsOf = (line: string) => line.match(/(?<=^|,)("[^"]*"|[^,]*)/g) ?? []
  return lines.map((line) => cellsOf(line).toSpliced(at, 1).join(',')).join('\n')
}

const ofFiles = examples.flatMap(({ file, lines, content }): [string, Content, string][] => {
  const columns = columnsOf(formats.find((format) => format.file === file) ?? { columns: {} })
  const header = (lines[0] ?? '').split(',')
  const required = Object.keys(columns).filter((name) => columns[name]?.isRequired && header.includes(name))
  const last = required.at(-1) ?? ''
  const [first = ''] = (lines[1] ?? '').split(',')
  const refers = header.some((name) => columns[name]?.isRequired && columns[name].of)
  const name = `${file}.csv`
  return [
    [`${name} without its last required column`, without(lines, last), `${name}:1: missing columns: ${last}`],
    [`${name} with a repeated id`, [...lines, lines[1]].join('\n'), `sourcedId: “${first}” is already in this file`],
    [`${name} in an unknown encoding`, Buffer.concat([Buffer.from(content), Buffer.from([0x98])]), 'unknown encoding'],
    [`${name} with a row that is too long`, [...lines, `${lines[1]},x`].join('\n'), 'columns in the header: '],
    [`${name} with an unclosed quote`, `${content}"${first},active`, 'has a stray or unclosed quote'],
    [`${name} with an unknown status`, content.replace(',active,', ',gone,'), 'status: “gone” is not one of'],
    ...(refers ? [[`${name} without what it refers to`, content, 'is unknown'] as [string, Content, string]] : []),
  ]
})

test('there are two hundred malformed bundles and more', () => {
  expect(ofFiles.length).toBeGreaterThan(300)
})

/** Of each kind of fault a usual run has three files: one reader reads all. */
const usualOfKind = 3
for (const faults of Map.groupBy(ofFiles, ([title]) => title.replace(/^\S+/, '')).values())
  for (const [index, [title, content, fault]] of faults.entries())
    test(`${title} is refused`, { tags: index < usualOfKind ? [] : ['nightly'] }, async () => {
      await expectRefused(await zipOf({ [title.split(' ', 1)[0] as string]: content }), fault)
    })

const territories = 'sourcedId,title,address\n1,Main,1 School Street'
const tree = (length: number) =>
  [
    'sourcedId,name,type,parentSourcedId',
    ...Array.from({ length }, (_, at) => `${at},Org ${at},school,${(at + 1) % length}`),
  ].join('\n')

test.each([1, 2, 3, 50])('%i organisations that are each below the next are refused', async (length) => {
  await expectRefused(await zipOf({ 'orgs.csv': tree(length) }), 'creates a cycle')
})

const renamed = (name: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString('latin1').replaceAll('x'.repeat(name.length), name), 'latin1')

test.each([
  '../territories.csv',
  '../../etc/passwd.csv',
  '/territories.csv',
  'a/../../territories.csv',
  'C:/territories.csv',
  '..\\territories.csv',
])('the path %s out of the zip is refused', async (name) => {
  await expectRefused(await changed({ ['x'.repeat(name.length)]: territories }, renamed(name)), 'is damaged')
})

/** Offset of the directory of a zip with one file, and of its end record. */
const directoryOf = (bytes: Buffer) => bytes.indexOf(Buffer.from('PK\x01\x02'))
const endOf = (bytes: Buffer) => bytes.indexOf(Buffer.from('PK\x05\x06'))
const patched = (at: (bytes: Buffer) => number, values: readonly number[]) => (bytes: Buffer) => {
  Buffer.from(values).copy(bytes, at(bytes))
  return bytes
}

test.each<[string, (bytes: Buffer) => Buffer, string?]>([
  ['an empty file', () => Buffer.alloc(0), 'is neither a ZIP nor a folder'],
  ['four bytes', (bytes) => bytes.subarray(0, 4)],
  ['the first half', (bytes) => bytes.subarray(0, bytes.length >> 1)],
  ['all but the last byte', (bytes) => bytes.subarray(0, -1)],
  ['a zip without its first bytes', (bytes) => bytes.subarray(10), 'is damaged: '],
  [
    'a zip without its directory',
    (bytes) => Buffer.concat([bytes.subarray(0, directoryOf(bytes)), bytes.subarray(endOf(bytes))]),
  ],
  ['a directory that begins elsewhere', patched((bytes) => endOf(bytes) + 16, [0xff, 0xff, 0, 0])],
  ['more files than there are', patched((bytes) => endOf(bytes) + 8, [9, 0, 9, 0])],
  ['another checksum', patched((bytes) => directoryOf(bytes) + 16, [1, 2, 3, 4])],
  ['another size when unpacked', patched((bytes) => directoryOf(bytes) + 24, [1, 0, 0, 0])],
  [
    'a size of 4 GiB when unpacked',
    patched((bytes) => directoryOf(bytes) + 24, [0xfe, 0xff, 0xff, 0xff]),
    'is larger than 1:200',
  ],
  ['an unknown compression', patched((bytes) => directoryOf(bytes) + 10, [99, 0])],
  ['an encrypted file', patched((bytes) => directoryOf(bytes) + 8, [1, 8])],
  [
    'other compressed bytes',
    (bytes) => patched(() => bytes.indexOf(Buffer.from('territories.csv')) + 20, [0xff, 0xff, 0xff, 0xff])(bytes),
  ],
  ['a text', () => Buffer.from(territories), 'is neither a ZIP nor a folder'],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'is not a ZIP but PNG'],
])('%s instead of a zip is refused', async (_, change, fault = 'is damaged: ') => {
  await expectRefused(await changed({ 'territories.csv': territories }, change), fault)
})

test('two files of one name are refused', async () => {
  const path = await changed({ 'territories.csv': territories, 'territoriez.csv': territories }, (bytes) =>
    Buffer.from(bytes.toString('latin1').replaceAll('territoriez', 'territories'), 'latin1'),
  )
  await expectRefused(path, 'territories.csv × 2')
})

test('a bomb of one file, of many files and of a zip in a zip is refused', async () => {
  await expectRefused(
    await zipOf({ 'territories.csv': Buffer.alloc(60 * 2 ** 20, 'A') }),
    'is larger than 1:200 when unpacked',
  )
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`${at}.csv`, 'x']))
  await expectRefused(await zipOf(many), 'more than 200 files')
  const inner = readFileSync(await zipOf({ 'territories.csv': territories }))
  await expectRefused(await zipOf({ 'territories.zip': inner }), 'contains no known file')
})

/** A zip of one file whose directory has it several times. */
const repeated = (times: number, names: readonly string[]) => (bytes: Buffer) => {
  const start = directoryOf(bytes)
  const end = endOf(bytes)
  const entry = bytes.subarray(start, end).toString('latin1')
  const directory = Array.from({ length: times }, (_, at) =>
    entry.replace(names[0] ?? '', names[at] ?? names.at(-1) ?? ''),
  )
  const last = Buffer.from(bytes.subarray(end))
  last.writeUInt16LE(times, 8)
  last.writeUInt16LE(times, 10)
  last.writeUInt32LE(directory.join('').length, 12)
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(directory.join(''), 'latin1'), last])
}

test('files that share their bytes are refused', async () => {
  const names = ['territories.csv', 'enrollments.csv']
  await expectRefused(await changed({ 'territories.csv': territories }, repeated(2, names)), 'overlapping files')
})

test('a zip of 60 000 folders is refused before its directory is read', async () => {
  await expectRefused(await changed({ folders: '' }, repeated(60_000, ['folders', 'folder/'])), 'more than 1000 files')
})

test('a line of 1 GB is refused without being held in memory', { tags: ['nightly'] }, async () => {
  const path = folderOf('territories.csv', 'sourcedId,title,address\n1,', 2 ** 30)
  const before = process.memoryUsage().rss
  await expectRefused(path, 'is a row longer than 16777216 characters')
  expect(process.memoryUsage().rss - before).toBeLessThan(400 * 2 ** 20)
})

test('a header of 1 GB is refused', { tags: ['nightly'] }, async () => {
  await expectRefused(folderOf('territories.csv', 'sourcedId', 2 ** 30), 'territories.csv')
})
