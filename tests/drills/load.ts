import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'

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

type LoadClient = {
  address: string
  /** Of a service account. */
  token: string
  /** Of a person who reads; without it the service account does. */
  cookie?: string
}

/** Writes and reads through the balancer until it is stopped: records with ids of their own, each in one request. */
export function startLoad({ address, token, cookie }: LoadClient): Load {
  const stopping = new AbortController()
  const writes: Sent[] = []
  const reads: Sent[] = []
  const acknowledged = new Set<string>()
  const collection = `${address}/api/integration/v1/territories`
  const authorization = `Bearer ${token}`

  async function timed(sent: Sent[], request: () => Promise<boolean>): Promise<void> {
    const began = Date.now()
    const ok = await request().catch(() => false)
    sent.push({ began, ended: Date.now(), ok })
    await pause(ok ? betweenMs : 100)
  }

  async function write(writer: number): Promise<void> {
    for (let number = 0; !stopping.signal.aborted; number += 1) {
      const sourcedId = `drill-${writer}-${number}`
      await timed(writes, async () => {
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
    }
  }

  async function read(): Promise<void> {
    while (!stopping.signal.aborted)
      await timed(reads, async () => {
        const own =
          cookie === undefined ? null : { path: `${address}/api/v1/profile/contract/list`, headers: { cookie } }
        const { path, headers } = own ?? { path: `${collection}?limit=1`, headers: { authorization } }
        const answer = await fetch(path, {
          headers,
          signal: AbortSignal.timeout(timeoutMs),
        })
        await answer.text()
        return answer.ok
      })
  }

  const running = [
    ...Array.from({ length: writers }, (_, writer) => write(writer)),
    ...Array.from({ length: readers }, read),
  ]
  return {
    writes,
    reads,
    acknowledged,
    async stop() {
      stopping.abort()
      await Promise.all(running)
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
