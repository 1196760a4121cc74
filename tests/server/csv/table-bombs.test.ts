// Database: none.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { CsvFileError } from '#server/csv/csv-problems.ts'
import type { CsvColumns, CsvRow } from '#server/csv/read-csv.ts'
import { readTable, tableFileParser } from '#server/csv/read-table.ts'

const directory = mkdtempSync(join(tmpdir(), 'personal-account-tables-'))
afterAll(() => rmSync(directory, { recursive: true }))

const mebibyte = 2 ** 20
const columns = { known: ['id', 'name'], required: ['id'] }

/** A file with a repeated part. */
function fileOf(start: string, part: string, times: number, end = ''): string {
  const path = join(directory, 'table.csv')
  const file = openSync(path, 'w')
  writeSync(file, start)
  for (let at = 0; at < times; at += 1) writeSync(file, part)
  writeSync(file, end)
  closeSync(file)
  return path
}

/** Batches of rows and the numbers of problems by their kind; the last one is what refuses the file. */
async function read(path: string, more: Pick<CsvColumns, 'maxCellCharacters'> = {}) {
  const batches: CsvRow[][] = []
  const problems: Record<string, number> = {}
  const note = (problem: string) => {
    problems[problem] = (problems[problem] ?? 0) + 1
  }
  const reading = readTable(
    tableFileParser,
    { path, columns: { ...columns, ...more } },
    {
      onHeader: () => undefined,
      onProblem: ({ problem, value }) => note(`${problem} ${value}`.trim()),
      refuse: ({ problem, value }) => new CsvFileError(problem, value),
    },
  )
  try {
    for await (const rows of reading) batches.push(rows)
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error
    note(`${error.problem} ${error.value}`.trim())
  }
  return { batches, problems }
}

describe('A table that is a bomb is refused', () => {
  const bombs: [string, () => string, string][] = [
    ['a header of 50 MB', () => fileOf('id', ','.repeat(mebibyte), 50, '\n1\n'), 'long-line 1048576'],
    ['a cell of 50 MB', () => fileOf('id\n"', 'a'.repeat(mebibyte), 50, '"\n'), 'long-line 16777216'],
  ]
  const ofTheSameKind: typeof bombs = [
    ['a row of 50 million cells', () => fileOf('id,name\n1', ','.repeat(mebibyte), 50, '\n'), 'too-complex'],
    ['200 000 columns', () => fileOf('id', ',x', 200_000, '\n1\n'), 'too-many-columns 1000'],
    ['blanks instead of a header', () => fileOf('', ' '.repeat(mebibyte), 50), 'long-line 1048576'],
    ['an unclosed quote over 50 MB', () => fileOf('id\n"', 'ab\n'.repeat(mebibyte), 17), 'long-line 16777216'],
  ]
  const isRefused = async (file: () => string, problem: string) =>
    expect(await read(file())).toEqual({ batches: [], problems: { [problem]: 1 } })

  test.each(bombs)('%s', (_, file, problem) => isRefused(file, problem))

  for (const [named, file, problem] of ofTheSameKind) test(named, { tags: ['nightly'] }, () => isRefused(file, problem))
})

describe('What comes back from a large table is bounded', () => {
  test('by rows, of which the faulty ones are counted', { tags: ['nightly'] }, async () => {
    const { batches, problems } = await read(fileOf('id,name\n', '1\n1,2,3\n'.repeat(10_000), 10))
    expect(problems).toEqual({ 'other-columns 2/3': 100_000 })
    expect(batches.flat()).toHaveLength(100_000)
    expect(Math.max(...batches.map((rows) => rows.length))).toBeLessThanOrEqual(2000)
  })

  test('by characters', { tags: ['nightly'] }, async () => {
    const { batches } = await read(fileOf('id\n', `${'a'.repeat(mebibyte)}\n`, 20))
    expect(batches.map((rows) => rows.length)).toEqual(Array(20).fill(1))
  })

  test('by the characters of a cell', async () => {
    const path = fileOf('id,name\n', `1,${'a'.repeat(5000)}\n`, 2)
    const refused = { batches: [], problems: { 'long-cell 4000': 2 } }
    expect(await read(path, { maxCellCharacters: 4000 })).toEqual(refused)
    expect(await read(path, { maxCellCharacters: { name: 4000 } })).toEqual(refused)
  })
})
