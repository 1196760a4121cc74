import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, type ClientRequest, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { changeStreamPath } from '#contract/change-stream.ts'
import { hashToken } from '#server/security/tokens.ts'
import { createDatabase, setup, teardown } from '#tests/support/server/postgres.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'

type Start = (env: Record<string, string>) => Promise<ServerProcess>
type Row = Record<string, string | number>

/** Open streams, and the people they belong to: ten browsers each. */
const steps = [1_000, 5_000] as const
const perPerson = 10

/**
 * Memory of a server with open streams of changes, and the time from a change to the last of a thousand pages that it
 * concerns. Goal: 5 000 streams in 500 MB.
 */
export async function measureStreams(start: Start): Promise<Row[]> {
  await setup()
  const url = await createDatabase('streams')
  const server = await start({ DATABASE_URL: url })
  const database = new Client({ connectionString: url })
  await database.connect()
  const tokens = await openSessions(database)
  const rows: Row[] = [{ streams: 0, 'memory, MB': memoryOf(server), ...noTimes }]
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const open: ClientRequest[] = []
  const heard = { count: 0, wanted: 0, all: Promise.withResolvers<void>() }
  for (const count of steps) {
    const began = performance.now()
    while (open.length < count) {
      const some = Array.from({ length: 100 }, (_, at) => tokens[Math.floor((open.length + at) / perPerson)] ?? '')
      open.push(...(await Promise.all(some.map((token) => openStream(server, agent, token, heard)))))
    }
    const opening = performance.now() - began
    await pause(2_000)
    rows.push({
      streams: count,
      'memory, MB': memoryOf(server),
      'to open all, ms': Math.round(opening),
      'to notify a thousand, ms': await notifyThousand(database, heard),
    })
  }
  for (const one of open) one.destroy()
  await database.end()
  await server.stop()
  await teardown()
  return rows
}

const noTimes = { 'to open all, ms': '', 'to notify a thousand, ms': '' }

async function openSessions(database: Client): Promise<string[]> {
  const people = (steps.at(-1) ?? 0) / perPerson
  const tokens = Array.from({ length: people }, (_, at) => `stream-${at}-`.padEnd(43, 'x'))
  await database.query(
    `with people as (
       insert into users (id, first_name, last_name) select gen_random_uuid(), 'Мария', 'Смирнова ' || number
       from generate_series(1, $1::int) as number returning id
     ), numbered as (select id, row_number() over () as number from people)
     insert into sessions (token_hash, user_id, id_token, created_at, last_seen_at, expires_at)
     select hash, id, 'none', now(), now(), now() + interval '10 hours'
     from numbered join unnest($2::text[]) with ordinality as hashes (hash, number) using (number)`,
    [people, tokens.map(hashToken)],
  )
  return tokens
}

type Heard = { count: number; wanted: number; all: PromiseWithResolvers<void> }

async function openStream(
  { address }: ServerProcess,
  agent: Agent,
  token: string,
  heard: Heard,
): Promise<ClientRequest> {
  const headers = { cookie: `lk_session=${token}`, accept: 'text/event-stream' }
  const sent = request(`${address}/api${changeStreamPath}`, { agent, headers }).end()
  const [response] = await once(sent, 'response')
  if (response.statusCode !== 200) throw new Error(`A stream was answered with ${response.statusCode}`)
  response.on('error', () => undefined)
  sent.on('error', () => undefined)
  response.on('data', (bytes: Buffer) => {
    if (!bytes.includes('event: changed')) return
    heard.count += 1
    if (heard.count === heard.wanted) heard.all.resolve()
  })
  return sent
}

/** Announces a change to the first hundred people, who have a thousand pages. */
async function notifyThousand(database: Client, heard: Heard): Promise<number> {
  Object.assign(heard, { count: 0, wanted: 1_000, all: Promise.withResolvers<void>() })
  const began = performance.now()
  await database.query(`
    select pg_notify('account_changes', json_build_object(
      'id', gen_random_uuid(), 'by', null, 'users', json_agg(user_id), 'calls', json_build_array('GET /v1/profile/events')
    )::text) from (select user_id from sessions join users on users.id = user_id
      order by substring(last_name from '\\d+')::int limit 100) as first
  `)
  await heard.all.promise
  return Math.round(performance.now() - began)
}

/** Resident memory of the server's process. */
function memoryOf({ pid }: ServerProcess): number {
  const status = readFileSync(`/proc/${pid()}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
