// Database: none.
import { expect, test } from 'vitest'
import { readJsonRows } from '#server/integration/api/json-rows.ts'
import { json } from '#server/integration/cell-kinds.ts'

const brackets = `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`

test('A record of a million brackets is refused, not an error of the server', () => {
  const body = Buffer.from(`[{"sourcedId":"a","metadata":${brackets}}]`)
  expect(() => readJsonRows(body, 'users', false)).toThrow(expect.objectContaining({ type: 'unreadable-request' }))
})

test('A cell of a million brackets is no JSON', () => {
  expect(json.schema.safeParse(brackets).success).toBe(false)
  expect(json.schema.safeParse('[["[[\\"["]]').success).toBe(true)
})
