import { expect, test } from 'vitest'
import type { ApiRequest, Reply } from './app-under-test.ts'
import { IdempotencyWatch } from './idempotency.ts'

const header = 'idempotency-key'
const order = (key: string, seat = 1): ApiRequest => ({
  address: 'POST /order',
  query: {},
  body: { seat },
  headers: { [header]: key },
})
const refused: Reply = { status: 409, type: 'application/json', body: '{}' }

test('accepts one key for the retries of an intention and a new one after a refusal', () => {
  const watch = new IdempotencyWatch(header)
  expect(watch.violation(order('a'))).toBeNull()
  watch.answered(order('a'), 'offline')
  expect(watch.violation(order('a'))).toBeNull()
  watch.answered(order('a'), refused)
  expect(watch.violation(order('b'))).toBeNull()
  expect(watch.violation(order('c', 2))).toBeNull()
})

test('reports a retry with another key', () => {
  const watch = new IdempotencyWatch(header)
  watch.violation(order('a'))
  watch.answered(order('a'), 'offline')
  expect(watch.violation(order('b'))).toBe('the same idempotency-key in a retry · seen: another key')
})

test('reports a key that two intentions share', () => {
  const watch = new IdempotencyWatch(header)
  watch.violation(order('a'))
  expect(watch.violation(order('a', 2))).toBe('a new idempotency-key · seen: the key of POST /order {"seat":1}')
})

test('reports a key that is used again after a refusal', () => {
  const watch = new IdempotencyWatch(header)
  watch.violation(order('a'))
  watch.answered(order('a'), refused)
  expect(watch.violation(order('a'))).toBe('a new idempotency-key after an answer · seen: the same key')
})
