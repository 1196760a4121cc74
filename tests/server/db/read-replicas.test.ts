// Database: none.
import { eq } from 'drizzle-orm'
import { Client } from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { announceChanges } from '#server/changes/announce-changes.ts'
import { type OpenDatabase, openPostgres } from '#server/db/client.ts'
import { replicaLimits } from '#server/db/replica.ts'
import { lastWrites } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'
import { type PostgresServer, postgresUrl, startPostgres } from '#tests/support/server/postgres-server.ts'

type Someone = Awaited<ReturnType<TestApp['signInAs']>>

const usual = { ...replicaLimits }
const silent = pino({ level: 'silent' })
const unreachable = 'postgres://postgres@127.0.0.1:1/postgres'
let primary: PostgresServer
let replica: PostgresServer
let opened: OpenDatabase
let server: TestApp
let parent: Someone

beforeAll(async () => {
  primary = await startPostgres()
  replica = await startPostgres({ primary: primary.socket })
  const started = await startServer()
  opened = started.opened
  server = started.server
  parent = await server.signInAs({ roles: ['parent'] })
  server.clock.now = later(server.clock.now)
})
afterAll(async () => {
  await server.close()
  await opened.close()
  await replica.stop()
  await primary.stop()
})
beforeEach(async () => {
  Object.assign(replicaLimits, usual)
  await expect.poll(() => opened.replicas?.states()[0]?.state, { timeout: 20_000 }).toBe('ready')
})

/** `isUninformed`: it does not hear of changes, as if it were busy. */
async function startServer(readUrls: readonly string[] = [urlOf(replica)], { isUninformed = false } = {}) {
  const another = await openPostgres(urlOf(primary), 8, silent, { readUrls })
  if (isUninformed) another.listen = async () => ({ close: async () => {} })
  return { opened: another, server: await openTestApp({ opened: another, env: { LOG_LEVEL: 'silent' } }) }
}

/** A session that has just begun reads from the primary. */
function later(now: Date): Date {
  return new Date(now.getTime() + 11_000)
}

function urlOf({ socket }: PostgresServer): string {
  return postgresUrl(socket, 'postgres')
}

const list = (who: Person = parent, headers = {}) => who.call('GET /v1/schedule/ticket/list', { headers })
const write = (who: Person = parent) =>
  who.call('POST /v1/schedule/ticket/create', {
    body: { contentHtml: '<p>Где будет занятие?</p>' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
const countOf = async (answer: ReturnType<typeof list>) => (await answer).json<unknown[]>().length

/** Who has answered the statements of `work`. */
async function answeredBy(work: () => Promise<unknown>): Promise<('primary' | 'replica')[]> {
  const before = { ...opened.replicas?.answered }
  await work()
  const after = opened.replicas?.answered
  return (['primary', 'replica'] as const).filter((from) => after?.[from] !== before[from])
}

/** The replica receives what is written and does not show it until the test ends. */
async function stopReplaying(): Promise<() => Promise<void>> {
  const client = new Client({ connectionString: urlOf(replica) })
  await client.connect()
  await client.query('select pg_wal_replay_pause()')
  let isPaused = true
  const resume = async () => {
    if (isPaused) await client.query('select pg_wal_replay_resume()')
    if (isPaused) await client.end()
    isPaused = false
  }
  onTestFinished(resume)
  return resume
}

describe('Calls that read', () => {
  test('are answered by the replica, those about sessions and all that write by the primary', async () => {
    expect(await answeredBy(() => list())).toEqual(['replica'])
    expect(await answeredBy(() => list(server.visitor))).toEqual([])
    expect(await answeredBy(() => parent.call('GET /v1/profile/session/list'))).toEqual([])
    expect(await answeredBy(() => write())).toEqual([])
    expect((await server.visitor.open('/readyz')).json()).toMatchObject({ status: 'ok', replicas: '1 of 1' })
  })

  test('of a session that has just begun are answered by the primary', async () => {
    const newcomer = await server.signInAs({ roles: ['parent'] })
    expect(await answeredBy(() => list(newcomer))).toEqual([])
  })

  test('use one server alone by default, and nothing is noted for replicas', async () => {
    expect(readEnv({ DATABASE_URL: urlOf(primary) }).DATABASE_READ_URL).toBeUndefined()
    const { opened: alone, server: other } = await startServer([])
    const someone = await other.signInAs({ roles: ['parent'] })
    expect([(await write(someone)).statusCode, await countOf(list(someone)), alone.replicas]).toEqual([201, 1, null])
    expect(await alone.database.$count(lastWrites, eq(lastWrites.userId, someone.userId))).toBe(0)
    expect((await other.visitor.open('/readyz')).json()).not.toHaveProperty('replicas')
    await other.close()
    await alone.close()
  })
})

describe('A replica that lags', () => {
  test('never hides own writes, on any device and server, and does not delay them', async () => {
    const { opened: elsewhere, server: other } = await startServer([urlOf(replica)], { isUninformed: true })
    const phone = await server.signInAs({ roles: ['parent'], userId: parent.userId })
    server.clock.now = later(server.clock.now)
    await expect.poll(() => elsewhere.replicas?.states()[0]?.state).toBe('ready')
    const resume = await stopReplaying()
    const before = await countOf(list())
    expect((await write()).statusCode).toBe(201)
    const otherServer = (path: string) =>
      other.app.inject({ method: 'GET', url: `/api${path}`, cookies: phone.cookies })
    other.clock.now = server.clock.now
    const began = performance.now()
    expect([
      await countOf(list()),
      await countOf(list(phone)),
      (await otherServer('/v1/schedule/ticket/list')).json().length,
    ]).toEqual([before + 1, before + 1, before + 1])
    expect(performance.now() - began).toBeLessThan(1_000)
    await resume()
    await expect.poll(() => answeredBy(() => list())).toEqual(['replica'])
    expect(await countOf(list())).toBe(before + 1)
    await other.close()
    await elsewhere.close()
  })

  test('does not answer a page that has heard of a later change, from this server or another one', async () => {
    const stranger = await server.signInAs({ roles: ['parent'] })
    server.clock.now = later(server.clock.now)
    await stopReplaying()
    expect(await answeredBy(() => list(stranger))).toEqual(['replica'])
    const { rows } = await opened.pool.query<{ id: string }>('select pg_current_xact_id()::text as id')
    const heard = { 'x-read-after': rows[0]?.id }
    expect(await answeredBy(() => list(stranger, heard))).toEqual(['primary'])
    expect(await answeredBy(() => list(stranger))).toEqual(['replica'])
    await announceChanges(opened.database, { userIds: [stranger.userId], calls: ['GET /v1/schedule/ticket/list'] })
    await expect.poll(() => answeredBy(() => list(stranger))).toEqual(['primary'])
  })

  test('is not read at all when it is too far behind', async () => {
    Object.assign(replicaLimits, { lag: 200, known: 0, interval: 50 })
    await stopReplaying()
    const write = () => opened.database.update(users).set({ patronym: 'Ильич' }).where(eq(users.id, parent.userId))
    const stateAfterWrite = async () => {
      await write()
      return opened.replicas?.states()[0]?.state
    }
    await expect.poll(stateAfterWrite, { timeout: 10_000 }).toBe('behind')
    expect(await answeredBy(() => list())).toEqual(['primary'])
    expect((await server.visitor.open('/readyz')).json()).toMatchObject({ status: 'ok', replicas: '0 of 1' })
  })
})

describe('A replica that fails', () => {
  test('costs no answer, and is read again when it is back', async () => {
    const statuses = new Set<number>()
    let isOver = false
    const readers = Array.from({ length: 8 }, async () => {
      while (!isOver) statuses.add((await list()).statusCode)
    })
    await replica.restart('immediate')
    isOver = true
    await Promise.all(readers)
    expect([...statuses]).toEqual([200])
    await expect.poll(() => answeredBy(() => list()), { timeout: 10_000 }).toEqual(['replica'])
  })

  test('silently delays only what it is answering, for two seconds at most', async () => {
    replica.freeze()
    onTestFinished(() => replica.thaw())
    const began = performance.now()
    expect((await list()).statusCode).toBe(200)
    expect(performance.now() - began).toBeLessThan(2_500)
    const later = performance.now()
    expect([(await list()).statusCode, (await list()).statusCode]).toEqual([200, 200])
    expect(performance.now() - later).toBeLessThan(500)
  })

  test('was never there: the server starts and reads from the primary', async () => {
    const { opened: alone, server: other } = await startServer([unreachable])
    const someone = await other.signInAs({ roles: ['parent'] })
    other.clock.now = later(other.clock.now)
    expect((await list(someone)).statusCode).toBe(200)
    expect(alone.replicas?.answered).toEqual({ primary: 1, replica: 0 })
    await other.close()
    await alone.close()
  })
})

test('Without a primary people go on reading within five seconds, and write when it is back', async () => {
  const newcomer = await server.signInAs({ roles: ['parent'] })
  primary.freeze()
  onTestFinished(() => primary.thaw())
  const began = performance.now()
  for (const who of [parent, newcomer])
    await expect.poll(async () => (await list(who)).statusCode, { timeout: 10_000 }).toBe(200)
  expect(performance.now() - began).toBeLessThan(5_000)
  const limited = await parent.call('GET /v1/catalog/student/course/list', {})
  expect(limited.statusCode).toBe(200)
  expect((await server.visitor.open('/readyz')).json()).toMatchObject({
    status: 'ok',
    replicas: '1 of 1',
    faults: ['the primary database does not answer'],
  })
  primary.thaw()
  await expect.poll(() => opened.replicas?.isPrimaryLost).toBe(false)
  expect((await write()).statusCode).toBe(201)
})
