// Database: none.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { type Bundle, openBundle } from '#server/integration/bundle/bundle.ts'
import { BundleError } from '#server/integration/bundle/bundle-error.ts'
import { describeFinding } from '#server/integration/format-types/reasons.ts'
import { zipOf } from '#tests/support/integration/zip.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-packed-'))
afterAll(() => rmSync(directory, { recursive: true }))

const known = ['manifest.csv', 'users.csv', 'userProfiles.csv']
let bundles = 0

/** The known files with their content and the notes, or the fault. */
async function opened(path: string): Promise<string[]> {
  let bundle: Bundle
  try {
    bundle = await openBundle(path, known)
  } catch (error) {
    if (!(error instanceof BundleError)) throw error
    return [
      describeFinding({ file: 'school.zip', line: 0, column: '', reason: error.reason, value: error.value }, 'en'),
    ]
  }
  const files = [...bundle.files].map(async ([name, file]) => `${name}=${await text(await file.open())}`)
  const found = [...(await Promise.all(files)).sort(), ...bundle.notes.map(({ file }) => `ignored ${file}`)]
  bundle.close()
  return found
}

async function openedZip(files: Record<string, string>, change = (bytes: Buffer) => bytes): Promise<string[]> {
  bundles += 1
  const path = join(directory, `${bundles}.zip`)
  writeFileSync(path, change(await zipOf(files)))
  return opened(path)
}

const both = ['manifest.csv=m', 'users.csv=u']

test.each<[string, Record<string, string>]>([
  ['files', { 'manifest.csv': 'm', 'users.csv': 'u' }],
  ['a folder', { 'school/manifest.csv': 'm', 'school/users.csv': 'u' }],
  ['a folder in a folder', { 'a/Школа/manifest.csv': 'm', 'a/Школа/users.csv': 'u' }],
  ['names in capitals', { 'MANIFEST.CSV': 'm', 'Users.Csv': 'u' }],
  [
    'a folder by Finder',
    {
      'school/manifest.csv': 'm',
      '__MACOSX/school/._manifest.csv': 'x',
      'school/.DS_Store': 'x',
      'school/users.csv': 'u',
      '__MACOSX/._school': 'x',
      'school/Thumbs.db': 'x',
    },
  ],
])('A zip of %s is opened without a note', async (_, files) => {
  expect(await openedZip(files)).toEqual(both)
})

test('A zip whose folders are separated by backslashes is opened', async () => {
  const files = { 'school|manifest.csv': 'm', 'school|users.csv': 'u' }
  const backslashes = (bytes: Buffer) =>
    Buffer.from(bytes.toString('latin1').replaceAll('school|', 'school\\'), 'latin1')
  expect(await openedZip(files, backslashes)).toEqual(both)
})

test('A folder with nothing but a folder is entered', async () => {
  const folder = join(directory, 'outer')
  for (const [name, content] of Object.entries({ 'inner/USERPROFILES.csv': 'p', '.DS_Store': 'x' })) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  expect(await opened(folder)).toEqual(['userProfiles.csv=p'])
})

test('Other files are noted with their place', async () => {
  expect(await openedZip({ 'school/users.csv': 'u', 'school/photos.csv': 'x', 'readme.txt': 'x' })).toEqual([
    'users.csv=u',
    'ignored school/photos.csv',
    'ignored readme.txt',
  ])
})

test.each<[string, Record<string, string>, string]>([
  ['two folders', { '1/users.csv': 'u', '2/users.csv': 'u' }, 'has known files in several folders: 1, 2'],
  ['two spellings', { 'users.csv': 'u', 'USERS.csv': 'u' }, 'is damaged: users.csv × 2'],
  ['no known file', { 'a.csv': 'x', 'b.txt': 'x' }, 'contains no known file such as users.csv; it has a.csv, b.txt'],
  ['nothing', {}, 'contains no known file such as users.csv; it has —'],
  [
    'a book',
    { '[Content_Types].xml': 'x', 'xl/workbook.xml': 'x' },
    'is a document, Excel (.xlsx): save each sheet as',
  ],
])('A zip with %s is refused with what it is', async (_, files, fault) => {
  const [found = ''] = await openedZip(files)
  expect(found).toContain(`school.zip: ${fault}`)
})

test('What is no zip is refused with what it is', async () => {
  const path = join(directory, 'other')
  const rar = Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')
  const found: (string | undefined)[] = []
  for (const content of [rar, readFileSync('public/favicon.svg'), 'sourcedId,status\n', '']) {
    writeFileSync(path, content)
    found.push((await opened(path))[0]?.slice('school.zip: '.length))
  }
  expect(found).toEqual([
    'is not a ZIP but RAR: pack the CSV files into a ZIP',
    ...Array(3).fill('is neither a ZIP nor a folder with CSV files, nor a list of people or payments'),
  ])
})
