import { setTimeout as pause } from 'node:timers/promises'
import { newSession } from '#tests/support/browser/story.ts'
import { type Machines, startDatabaseMachines } from './database-machines.ts'
import { type Load, outage, startLoad, storedIds } from './load.ts'
import { address, providerAddress, startServers, stopServers } from './servers.ts'

type Fault = keyof Machines['faults']
type Row = Record<string, string | number>

/** How long a fault lasts, and how long nothing may fail before the next one. */
const faultMs = 45_000
const calmMs = 5_000

/**
 * Takes the primary of three database machines away, again and again and in several ways, while two servers of the account
 * are written and read. Counts acknowledged writes that are gone, and the time without a write and without a read.
 */
export async function drillFailover(faults: readonly Fault[], rounds: number): Promise<Row[]> {
  const machines = await startDatabaseMachines()
  try {
    const servers = await startServers(machines)
    try {
      return await play(machines, faults, rounds)
    } finally {
      await stopServers(servers)
    }
  } finally {
    machines.stop()
  }
}

async function play(machines: Machines, faults: readonly Fault[], rounds: number): Promise<Row[]> {
  const { databaseUrl } = machines
  const { name, value } = await newSession({ address, providerAddress }, 'family')
  const load = await startLoad({ address, databaseUrl, cookie: `${name}=${value}` })
  const rows: Row[] = []
  for (const fault of faults) {
    const outages = { writes: [] as number[], reads: [] as number[] }
    for (let round = 0; round < rounds; round += 1) {
      await machines.untilWhole()
      await untilCalm(load)
      const primary = await machines.untilWhole()
      const since = Date.now()
      machines.faults[fault].begin(primary)
      await pause(faultMs)
      machines.faults[fault].end(primary)
      await machines.untilWhole()
      await untilCalm(load)
      for (const kind of ['writes', 'reads'] as const)
        outages[kind].push(outage(load[kind], since) ?? Number.POSITIVE_INFINITY)
      console.log(`${fault} ${round + 1}: writes ${outages.writes.at(-1)} ms, reads ${outages.reads.at(-1)} ms`)
    }
    rows.push({
      fault,
      rounds,
      'writes back, median': seconds(share(outages.writes, 0.5)),
      'writes back, p95': seconds(share(outages.writes, 0.95)),
      'reads back, median': seconds(share(outages.reads, 0.5)),
      'reads back, p95': seconds(share(outages.reads, 0.95)),
    })
  }
  await load.stop()
  const stored = await storedIds(databaseUrl)
  const lost = [...load.acknowledged].filter((id) => !stored.has(id))
  const acknowledged = load.acknowledged.size
  return rows.map((row) => ({ ...row, 'acknowledged in all': acknowledged, 'lost in all': lost.length }))
}

/** Waits until writes and reads succeed for some seconds, for at most two minutes. */
async function untilCalm({ writes, reads }: Load): Promise<void> {
  const end = Date.now() + 120_000
  while (Date.now() < end) {
    await pause(1000)
    const since = Date.now() - calmMs
    const recent = [writes, reads].map((sent) => sent.filter(({ ended }) => ended >= since))
    if (recent.every((sent) => sent.length > 0 && sent.every(({ ok }) => ok))) return
  }
}

function share(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
