import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { integrationApi } from '#server/integration/api/openapi.ts'
import { fileNames } from '#server/integration/formats/units.ts'
import { openServiceClient, type ServiceClient } from '#tests/support/integration/service-client.ts'
import { openDemoSchool } from '#tests/support/schools/demo-school.ts'

type ListedRecord = Record<string, unknown> & { sourcedId: string }
type Page = { records: ListedRecord[]; next: string | null }

// The demo has rows of every collection.
const { server } = openDemoSchool({ families: 12 })

let client: ServiceClient
beforeAll(async () => {
  client = await openServiceClient(server, { name: 'crm' })
})

// The limit of a minute is for one program.
beforeEach(() => {
  server.clock.now = new Date(server.clock.now.getTime() + 5_000)
})

async function list(collection: string, query: string): Promise<Page> {
  const answer = await client.call(`GET /${collection}?${query}`)
  expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, ''])
  return answer.json()
}

/** The first records of each kind: those of several formats differ in their columns. */
function samplesOf(records: readonly ListedRecord[]): ListedRecord[] {
  const kinds = Map.groupBy(records, (record) => Object.keys(record).sort().join())
  return [...kinds.values()].flatMap((some) => some.slice(0, 2))
}

it('The tests below make every operation that the OpenAPI document declares', () => {
  const declared = Object.entries<object>(integrationApi().paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace('/integration/v1', '')}`),
  )
  const called = fileNames.flatMap((collection) => [
    ...['GET', 'PUT'].map((method) => `${method} /${collection}`),
    ...['GET', 'PUT', 'DELETE'].map((method) => `${method} /${collection}/{sourcedId}`),
  ])
  expect(declared.sort()).toEqual(['POST /token', ...called].sort())
})

describe.each(fileNames)('The collection %s', (collection) => {
  it('is listed whole, page by page and by its changes', async () => {
    const { records } = await list(collection, 'limit=1000')
    expect(records.length).toBeGreaterThan(0)
    const paged: ListedRecord[] = []
    for (let after: string | null = ''; after !== null && paged.length < 6; ) {
      const page: Page = await list(collection, `limit=2&after=${encodeURIComponent(after)}`)
      paged.push(...page.records)
      after = page.next
    }
    expect(paged).toEqual(records.slice(0, paged.length))
    await list(collection, 'updatedSince=2026-01-01T00:00:00Z')
  })

  it('answers for each id of the list, and takes its records back without an internal error', async () => {
    const samples = samplesOf((await list(collection, 'limit=1000')).records)
    for (const record of samples) {
      const address = `/${collection}/${encodeURIComponent(record.sourcedId)}` as const
      const read = await client.call(`GET ${address}`)
      expect([address, read.statusCode, read.json()]).toEqual([address, 200, record])
      const written = await client.call(`PUT ${address}`, { body: record })
      expect([address, written.statusCode, written.body]).toEqual([address, expect.toBeOneOf([200, 422]), written.body])
    }
    const answer = await client.call(`PUT /${collection}`, { body: samples })
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  })
})

it.each(fileNames)('Deletes a record of %s, or refuses with a problem', async (collection) => {
  const [{ sourcedId = '' } = {}] = (await list(collection, 'limit=1')).records
  const answer = await client.call(`DELETE /${collection}/${encodeURIComponent(sourcedId)}`)
  expect([answer.statusCode, answer.body]).toEqual([expect.toBeOneOf([204, 404, 409, 422]), answer.body])
})

it('Ids of 255 letters are read, written and deleted singly', async () => {
  const id = 'ё'.repeat(255)
  const address = `/territories/${encodeURIComponent(id)}` as const
  expect(await client.put('territories', [{ sourcedId: id, title: 'Long', address: 'A' }])).toEqual([`${id} created`])
  expect((await client.call(`GET ${address}`)).json()).toMatchObject({ sourcedId: id, title: 'Long' })
  expect((await client.call(`PUT ${address}`, { body: { title: 'Longer', address: 'A' } })).statusCode).toBe(200)
  expect((await client.call(`DELETE ${address}`)).statusCode).toBe(204)
})

it('Numbers that JSON rounds are refused', async () => {
  const body = '[{"sourcedId": 9007199254740993, "title": "A", "address": "A"}]'
  const headers = { 'content-type': 'application/json' }
  const { results } = (await client.call('PUT /territories', { body, headers })).json()
  expect(results).toMatchObject([{ result: 'faulty', errors: [{ path: 'sourcedId', message: 'inexact-number' }] }])
  const child = '{"givenName": "A", "familyName": "B", "agentSourcedIds": [12345678901234567890]}'
  const single = await client.call('PUT /users/child', { body: child, headers })
  expect([single.statusCode, single.json().errors]).toMatchObject([
    422,
    [{ path: 'agentSourcedIds', message: 'inexact-number' }],
  ])
  const largest = Number.MAX_SAFE_INTEGER
  expect(await client.put('territories', [{ sourcedId: largest, title: 'A', address: 'A' }])).toEqual([
    `${largest} created`,
  ])
})
