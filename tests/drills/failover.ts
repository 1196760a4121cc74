import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { openFromMenu } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { type Machines, startDatabaseMachines } from './database-machines.ts'
import { type Load, outage, startLoad, storedIds } from './load.ts'
import { address, providerAddress, startServers, stopServers } from './servers.ts'
import { openHome } from './walk-menus.ts'

type Fault = keyof Machines['faults']
type Row = Record<string, string | number>

/** How long a fault lasts, and how long nothing may fail before the next one. */
const faultMs = 45_000
const calmMs = 5_000

/**
 * Takes the primary of three database machines away, again and again and in several ways, while two servers of the account
 * are written and read. Counts acknowledged writes that are gone, pages that had to be loaded again or show an error
 * afterwards, and the time without a write and without a read.
 */
export async function drillFailover(faults: readonly Fault[], rounds: number): Promise<Row[]> {
  const machines = await startDatabaseMachines()
  try {
    const servers = await startServers(machines)
    try {
      await using browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
      return await play(machines, browser, faults, rounds)
    } finally {
      await stopServers(servers)
    }
  } finally {
    machines.stop()
  }
}

async function play(machines: Machines, browser: Browser, faults: readonly Fault[], rounds: number): Promise<Row[]> {
  const { databaseUrl } = machines
  const session = await newSession({ address, providerAddress }, 'family')
  const { name, value } = session
  const load = await startLoad({ address, databaseUrl, cookie: `${name}=${value}` })
  const rows: Row[] = []
  for (const fault of faults) {
    const outages = { writes: [] as number[], reads: [] as number[] }
    let brokenPages = 0
    for (let round = 0; round < rounds; round += 1) {
      await machines.untilWhole()
      await untilCalm(load)
      const person = await openPage(browser, { address, session, title: `${fault} ${round + 1}` })
      const primary = await machines.untilWhole()
      const since = Date.now()
      machines.faults[fault].begin(primary)
      await pause(faultMs / 3)
      await person.use()
      await pause(since + faultMs - Date.now())
      machines.faults[fault].end(primary)
      await machines.untilWhole()
      await untilCalm(load)
      for (const kind of ['writes', 'reads'] as const)
        outages[kind].push(outage(load[kind], since) ?? Number.POSITIVE_INFINITY)
      if (!(await person.isWhole())) brokenPages += 1
      console.log(`${fault} ${round + 1}: writes ${outages.writes.at(-1)} ms, reads ${outages.reads.at(-1)} ms`)
    }
    rows.push({
      fault,
      rounds,
      'writes back, median': seconds(share(outages.writes, 0.5)),
      'writes back, p95': seconds(share(outages.writes, 0.95)),
      'reads back, median': seconds(share(outages.reads, 0.5)),
      'reads back, p95': seconds(share(outages.reads, 0.95)),
      failed: brokenPages,
    })
  }
  await load.stop()
  const stored = await storedIds(databaseUrl)
  const lost = [...load.acknowledged].filter((id) => !stored.has(id))
  const acknowledged = load.acknowledged.size
  return rows.map((row) => ({ ...row, 'acknowledged in all': acknowledged, 'lost in all': lost.length }))
}

/** A page that a person opened before the fault. What fails during the fault may say so; afterwards nothing may. */
async function openPage(browser: Browser, visit: Parameters<typeof openHome>[1]) {
  const { page, observed } = await openHome(browser, visit)
  return {
    /** Opens two screens while there is no primary. */
    async use(): Promise<void> {
      await openFromMenu(page, 'Расписание')
      await openFromMenu(page, 'Договоры и оплата')
    },
    async isWhole(): Promise<boolean> {
      observed.faults.length = 0
      const { faults, documents } = await observed.walk()
      if (documents !== 1) console.log(`${visit.title}: the page was loaded ${documents} times`)
      return faults.length === 0 && documents === 1
    },
  }
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
