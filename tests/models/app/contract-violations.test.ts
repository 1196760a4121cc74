import { expect, test } from 'vitest'
import { requestViolation } from './contract-violations.ts'

const past = { languages: ['ru'], answered: new Map() }
const id = '0b6f2d3c-5a31-4a57-8f0e-3f6f1d9f2a10'
const enrolment = {
  address: 'POST /v1/schedule/group/enroll',
  query: {},
  body: { campaignUuid: id, opportunityUuid: id, groupUuid: id },
}

function violationWith(key: Record<string, string>): string | null {
  const headers = { 'x-requested-with': 'lk', 'accept-language': 'ru', ...key }
  return requestViolation({ ...enrolment, headers }, past)
}

test('accepts an idempotent request with a UUID as its key', () => {
  expect(violationWith({ 'idempotency-key': id })).toBeNull()
})

test('reports an idempotent request without a key, or with one that the server refuses', () => {
  expect(violationWith({})).toBe('it has no Idempotency-Key')
  expect(violationWith({ 'idempotency-key': 'enrol 1' })).toBe('its Idempotency-Key is no UUID: enrol 1')
})
