// Database: none.
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { readGivenRecords } from '#server/integration/api/given-records.ts'
import { readJsonRows } from '#server/integration/api/json-rows.ts'
import {
  amount,
  day,
  email,
  flag,
  instant,
  integer,
  json,
  number,
  personName,
  phone,
  richText,
  text,
  time,
  uuid,
} from '#server/integration/format-types/cell-kinds.ts'
import { rowSchema } from '#server/integration/format-types/format.ts'

const source = { owner: 'crm', log: pino({ level: 'silent' }) }
const nightly = ['nightly']
const brackets = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`

test('A record of a million brackets is refused, not an error of the server', () => {
  const body = Buffer.from(`[{"sourcedId":"a","metadata":${brackets}}]`)
  expect(() => readJsonRows(body, 'users', false)).toThrow(expect.objectContaining({ type: 'unreadable-request' }))
})

test('A cell of a million brackets is no JSON', () => {
  expect(json.schema.safeParse(brackets).success).toBe(false)
  expect(json.schema.safeParse('[["[[\\"["]]').success).toBe(true)
})

test('A request has at most a thousand different columns', () => {
  const columns = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`c${at}`, at]))
  const read = (record: object) => readJsonRows(Buffer.from(JSON.stringify([record])), 'users', false)
  expect(read(columns(1000))).toHaveLength(1)
  expect(() => read(columns(1001))).toThrow(expect.objectContaining({ type: 'unreadable-request' }))
})

test('The name __proto__ is a column like others', () => {
  const [record] = readJsonRows(Buffer.from('[{"sourcedId":"a","__proto__":{"status":"tobedeleted"}}]'), 'users', false)
  expect(Object.entries(record?.cells ?? {})).toEqual([
    ['sourcedId', 'a'],
    ['__proto__', '{"status":"tobedeleted"}'],
  ])
  expect(record?.cells.status).toBeUndefined()
})

describe('A large body is read by a process with limits', () => {
  const repeated = (part: string) => part.repeat((15 * 2 ** 20) / part.length)
  const uniqueNames = () => Array.from({ length: 1_200_000 }, (_, at) => `"k${at}":0`).join()

  const bodies: { named: string; body: () => string; isNdjson: boolean; tags: string[] }[] = [
    {
      named: 'millions of objects in a cell',
      body: () => `[{"metadata":[${repeated('{},')}{}]}]`,
      isNdjson: false,
      tags: [],
    },
    { named: 'a million names', body: () => `[{${uniqueNames()}}]`, isNdjson: false, tags: nightly },
    { named: 'millions of records', body: () => repeated('{}\n'), isNdjson: true, tags: nightly },
  ]
  for (const { named, body, isNdjson, tags } of bodies)
    test(named, { tags }, async () => {
      const given = { body: Buffer.from(body()), collection: 'users', isNdjson }
      const tooComplex = { type: 'invalid-values', errors: [{ path: 'records', message: 'too-complex' }] }
      await expect(readGivenRecords(given, source)).rejects.toThrow(expect.objectContaining(tooComplex))
    })

  test('ten thousand records of a school', async () => {
    const person = { givenName: 'Ольга', familyName: 'Соколова', email: 'olga@school.example', phone: '+79001234567' }
    const people = Array.from({ length: 10_000 }, (_, at) => ({ sourcedId: `p-${at}`, ...person }))
    const given = { body: Buffer.from(JSON.stringify(people)), collection: 'users', isNdjson: false }
    const records = await readGivenRecords(given, source)
    expect(records.at(-1)).toEqual({
      line: 10_000,
      collection: 'users',
      cells: { sourcedId: 'p-9999', ...person },
      inexact: [],
    })
  })
})

test('A cell that is longer than its kind allows is not looked at', () => {
  const cell = `1${' '.repeat(100_000)}x`
  const kinds = { amount, day, email, flag, instant, integer, number, personName, phone, richText, text, time, uuid }
  const columns = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, { kind, isRequired: true }]))
  const cells = Object.fromEntries(Object.keys(kinds).map((name) => [name, cell]))
  const { error } = rowSchema(columns, 'Europe/Moscow').safeParse(cells)
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual(
    Object.keys(kinds).map((name) => [name, 'too-long']),
  )
})
