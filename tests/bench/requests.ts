import autocannon from 'autocannon'
import Fastify from 'fastify'
import { createDatabase, setup, teardown } from '#tests/support/postgres.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import { newSession } from '#tests/support/story.ts'

const calls = { profile: '/api/v1/profile', 'contract list': '/api/v1/profile/contract/list' }

/** Profile and contract list on the embedded database and on PostgreSQL. Only loopback; bounded in time. */
export async function measureRequests(
  start: (env: Record<string, string>) => Promise<ServerProcess>,
): Promise<Record<string, string | number>[]> {
  const hello = await measureHello()
  const rows: Record<string, string | number>[] = [{ what: 'bare hello', 'per second': hello, 'of hello': '1.00' }]
  for (const [database, env] of await databases()) {
    const server = await start(env)
    const { name: cookieName, value } = await newSession(server, 'family')
    const cookie = `${cookieName}=${value}`
    for (const [name, path] of Object.entries(calls)) {
      const rate = await rateOf(`${server.address}${path}`, { cookie, 'x-requested-with': 'lk' })
      rows.push({ what: `${name}, ${database}`, 'per second': rate, 'of hello': (rate / hello).toFixed(2) })
    }
    await server.stop()
  }
  await teardown()
  return rows
}

async function databases(): Promise<[string, Record<string, string>][]> {
  await setup()
  return [
    ['PGlite', {}],
    ['PostgreSQL', { DATABASE_URL: await createDatabase('bench') }],
  ]
}

async function measureHello(): Promise<number> {
  const app = Fastify()
  app.get('/', async () => ({ hello: 'world' }))
  const address = await app.listen({ port: 0, host: 'localhost' })
  const rate = await rateOf(address, {})
  await app.close()
  return rate
}

async function rateOf(url: string, headers: Record<string, string>): Promise<number> {
  await autocannon({ url, headers, connections: 10, duration: 1 })
  const { requests, non2xx } = await autocannon({ url, headers, connections: 10, duration: 5 })
  if (non2xx > 0) throw new Error(`${url} did not answer every request with 200`)
  return Math.round(requests.average)
}
