// Database: none.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readErasedList } from '#server/erasure/erased-list.ts'

const folder = mkdtempSync(join(tmpdir(), 'erased-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('Reads the ids of a list; says in a sentence that a file is missing or no such list', () => {
  const [list, other, missing] = ['list', 'other', 'missing'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const ids = [randomUUID(), randomUUID()]
  writeFileSync(list, `${ids.join('\n')}\n`)
  writeFileSync(other, 'Белов Артём\n')
  expect(readErasedList(list)).toEqual(ids)
  expect(() => readErasedList(other)).toThrow(`${other}: not a list of people.`)
  expect(() => readErasedList(missing)).toThrow(`${missing} cannot be read.`)
})
