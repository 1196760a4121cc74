import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { makeServiceToken } from '#tests/support/integration/service-token.ts'

/** One answered or failed request: when it began and ended, in milliseconds since the epoch. */
export type Sent = { began: number; ended: number; ok: boolean }

export type Load = {
  writes: Sent[]
  reads: Sent[]
  /** Ids of the records whose writing was acknowledged. */
  acknowledged: Set<string>
  stop(): Promise<void>
}

const writers = 4
const readers = 2
const timeoutMs = 40_000
/** A service account may make 600 calls in a minute (contract/call-limits.ts). */
const betweenMs = 700

/** Sends requests, `clients` at a time, again and again until it is stopped. */
export function repeat(
  { clients, betweenMs, afterFailureMs }: { clients: number; betweenMs: number; afterFailureMs: number },
  request: (client: number, number: number) => Promise<boolean>,
): { sent: Sent[]; stop(): Promise<void> } {
  const stopping = new AbortController()
  const sent: Sent[] = []

  async function run(client: number): Promise<void> {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      const began = Date.now()
      const ok = await request(client, number).catch(() => false)
      sent.push({ began, ended: Date.now(), ok })
      await pause(ok ? betweenMs : afterFailureMs)
    }
  }

  const running = Array.from({ length: clients }, (_, client) => run(client))
  return {
    sent,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

type LoadClient = {
  address: string
  databaseUrl: string
  /** Of a person who reads; without it the service account does. */
  cookie?: string
}

/** Writes and reads through the balancer until it is stopped: records with ids of their own, each in one request. */
export async function startLoad({ address, databaseUrl, cookie }: LoadClient): Promise<Load> {
  const scopes = 'territories:read,territories:write'
  const token = await makeServiceToken({ address, databaseUrl, name: 'drill', scopes })
  const acknowledged = new Set<string>()
  const collection = `${address}/api/integration/v1/territories`
  const authorization = `Bearer ${token}`
  const pauses = { betweenMs, afterFailureMs: 100 }

  const writing = repeat({ clients: writers, ...pauses }, async (writer, number) => {
    const sourcedId = `drill-${writer}-${number}`
    const answer = await fetch(collection, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json', 'idempotency-key': sourcedId },
      body: JSON.stringify([{ sourcedId, title: sourcedId, address: 'Drill' }]),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body = answer.ok ? ((await answer.json()) as { results: { result: string }[] }) : null
    const isWritten = body?.results.every(({ result }) => result === 'created' || result === 'unchanged') ?? false
    if (isWritten) acknowledged.add(sourcedId)
    return isWritten
  })

  const [path, headers] = cookie
    ? [`${address}/api/v1/profile/contract/list`, { cookie }]
    : [`${collection}?limit=1`, { authorization }]
  const reading = repeat({ clients: readers, ...pauses }, async () => {
    const answer = await fetch(path, { headers, signal: AbortSignal.timeout(timeoutMs) })
    await answer.text()
    return answer.ok
  })

  return {
    writes: writing.sent,
    reads: reading.sent,
    acknowledged,
    async stop() {
      await Promise.all([writing.stop(), reading.stop()])
    },
  }
}

/** Milliseconds from a moment until the longest time without a success is over; null if there was none afterwards. */
export function outage(sent: readonly Sent[], since: number): number | null {
  const successes = sent
    .filter(({ ok, ended }) => ok && ended >= since)
    .map(({ ended }) => ended)
    .sort((one, other) => one - other)
  if (successes.length === 0) return null
  return Math.max(...successes.map((at, index) => at - (successes[index - 1] ?? since)))
}

/** Ids of the records that are there: of those that were acknowledged, what is missing is lost. */
export async function storedIds(databaseUrl: string): Promise<Set<string>> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ title: string }>(`select title from territories where title like 'drill-%'`)
  await client.end()
  return new Set(rows.map(({ title }) => title))
}
