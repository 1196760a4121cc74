import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { DataRequest } from '#contract/people/data-requests.ts'
import { users } from '#server/db/schema/people.ts'
import { createLog } from '#server/terminal/log.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { runJobs } from '#tests/support/server/jobs.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

const started = new Date('2026-10-14T09:00:00Z')
const lines: string[] = []
const log = createLog({ LOG_LEVEL: 'trace' }, { write: (line) => void lines.push(line) })
const server = openForSuite(() => openTestApp({ now: started, log }))

const [lastName, firstName] = ['Заречинская', 'Евфросиния']
const [email, phone] = ['zarechinskaya@mail.example', '+79990001122']
const traces = [lastName, firstName, email, phone.slice(1), encodeURIComponent(lastName)]

test('The log of requests and jobs has nothing of a person whose data were deleted', async () => {
  const { database } = server.opened
  const person = await server.signInAs({ roles: ['parent'], group: 'parent', twoFactorLastCheck: started })
  await database.update(users).set({ lastName, firstName, email, phone }).where(eq(users.id, person.userId))
  const staff = await server.signInAs({ roles: ['administrator'], group: 'admin', twoFactorLastCheck: started })
  for (const search of traces)
    expect(
      (await staff.call('GET /v1/admin/user/list', { query: `search=${encodeURIComponent(search)}` })).statusCode,
    ).toBe(200)
  await person.call('PATCH /v1/profile', { body: { firstName, email, phone } })
  const ask = (kind: string, body: object) =>
    person.call(`POST /v1/profile/data-request/${kind}`, { body, headers: { 'idempotency-key': randomUUID() } })
  const about = { subjectId: person.userId }
  expect((await ask('correction', { ...about, wrong: `${lastName} ${email}`, right: phone })).statusCode).toBe(200)
  const { id } = (await ask('deletion', about)).json<DataRequest>()
  const accepted = await staff.call(`POST /v1/admin/data-request/${id}/answer`, {
    body: { decision: 'accept', answer: `${firstName} ${lastName}` },
  })
  expect(accepted.statusCode).toBe(204)
  const later = new Date(started.getTime() + 25 * 3_600_000)
  await runJobs(['erase-people'], { database, clock: () => later, log })
  const [erased] = await database.select({ email: users.email }).from(users).where(eq(users.id, person.userId))
  expect(erased).toEqual({ email: null })
  const text = lines.join('')
  for (const route of ['/api/v1/admin/user/list', '/api/v1/profile/data-request/correction'])
    expect(text).toContain(route)
  expect(traces.filter((trace) => text.includes(trace))).toEqual([])
})
