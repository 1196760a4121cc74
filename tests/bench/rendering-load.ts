import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { chromium, type Page } from 'playwright'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'
import { ways } from './clicks.ts'
import { hold, lines, median, quantile, rounds } from './lines.ts'
import { askAtRate } from './load.ts'
import { desk } from './transfer.ts'

const pages = ['/home-page', '/contracts-and-payments', '/schedule']
const perSecond = { calls: 100, documents: 50 }
const seconds = 8

/** Duration of profile calls alone, and beside fifty documents a second: the goal is at most twice as long at p99. */
export async function measureRenderingLoad(
  start: () => Promise<ServerProcess>,
): Promise<Record<string, string | number>[]> {
  const server = await start()
  try {
    const { name, value } = await newSession(server, 'family')
    const headers = { cookie: `${name}=${value}`, 'x-requested-with': 'lk', 'accept-encoding': 'br' }
    const calls = () => load(`${server.address}/api/v1/profile`, headers, perSecond.calls)
    await Promise.all([calls(), open(server.address, headers)])
    const alone = await calls()
    const [beside, documents] = await Promise.all([calls(), open(server.address, headers)])
    const ratio = (one: number, other: number) => `${(one / Math.max(other, 1)).toFixed(2)} ×`
    return [
      { what: 'calls alone', p50: alone.p50, p99: alone.p99 },
      { what: 'calls beside documents', p50: beside.p50, p99: beside.p99 },
      { what: 'ratio (goal 2)', p50: ratio(beside.p50, alone.p50), p99: ratio(beside.p99, alone.p99) },
      {
        what: 'documents',
        p50: documents.p50,
        p99: documents.p99,
        painted: `${documents.painted} of ${documents.sent}`,
      },
    ]
  } finally {
    await server.stop()
  }
}

async function load(url: string, headers: Record<string, string>, rate: number) {
  const { latency, non2xx } = await autocannon({ url, headers, connections: 10, overallRate: rate, duration: seconds })
  if (non2xx > 0) throw new Error(`${url} did not answer every request with 200`)
  return { p50: latency.p50, p99: latency.p99 }
}

async function open(address: string, headers: Record<string, string>) {
  const documents = await askAtRate({ perSecond: perSecond.documents, seconds }, async (number) => {
    const begun = performance.now()
    const text = await (await fetch(address + pages[number % pages.length], { headers })).text()
    return { taken: performance.now() - begun, isPainted: text.includes('data-rendered') }
  })
  const taken = documents.map((document) => document.taken)
  const at = (share: number) => Math.round(quantile(taken, share))
  const painted = documents.filter(({ isPainted }) => isPainted).length
  return { p50: at(0.5), p99: at(0.99), painted, sent: documents.length }
}

/** On the slow line, from a click on a just rendered page to the content of the next; and the memory of the tab. */
export async function measureVisits(start: () => Promise<ServerProcess>): Promise<Record<string, string | number>[]> {
  const server = await start()
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  const session = await newSession(server, 'family')
  const visit = async () => {
    const context = await browser.newContext(desk)
    await context.addCookies([session])
    return context.newPage()
  }
  try {
    const rows: Record<string, string | number>[] = []
    for (const { to, href, content } of ways) {
      const taken: number[] = []
      for (let round = 0; round < rounds; round += 1) {
        const page = await visit()
        if (lines['slow line']) await hold(page, lines['slow line'])
        await page.goto(`${server.address}/home-page`, { waitUntil: 'commit' })
        const link = page.locator(`nav a[href="${href}"]`).first()
        await link.waitFor()
        const begun = performance.now()
        await link.click({ noWaitAfter: true })
        await page.waitForURL(`**${href}`, { waitUntil: 'commit' })
        await page.locator(content).filter({ visible: true }).first().waitFor()
        taken.push(performance.now() - begun)
        await page.context().close()
      }
      rows.push({ what: `first click, to ${to}, ms (goal 1800)`, figure: median(taken) })
    }
    const page = await visit()
    await page.goto(`${server.address}/home-page`)
    await waitForIdleNetwork(page)
    await navigate(page, 0, 10)
    const early = await heapOf(page)
    await navigate(page, 10, 100)
    const late = await heapOf(page)
    const ratio = (name: keyof Heap) => (late[name] / early[name]).toFixed(3)
    rows.push(
      { what: 'memory after 100 navigations to that after 10 (goal 1.02)', figure: ratio('held') },
      { what: 'the same with what the browser compiled meanwhile', figure: ratio('all') },
    )
    return rows
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function navigate(page: Page, from: number, to: number): Promise<void> {
  for (let time = from; time < to; time += 1) {
    const { href, content } = ways[time % ways.length] ?? { href: '/', content: 'main' }
    await page.locator(`nav a[href="${href}"]`).first().click()
    await page.waitForURL(`**${href}`)
    await page.locator(content).filter({ visible: true }).first().waitFor()
  }
}

/** Bytes: `held` without compiled code, of which V8 makes more for each function the oftener it runs. */
type Heap = { held: number; all: number }

/** The memory of a tab after a garbage collection: objects of scripts, the document and its layout. */
async function heapOf(page: Page): Promise<Heap> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot')
  await session.detach()
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as HeapSnapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  const code = types[0].indexOf('code')
  const heap = { held: 0, all: 0 }
  for (let at = 0; at < nodes.length; at += fields.length) {
    const bytes = nodes[at + size] ?? 0
    heap.all += bytes
    if (nodes[at + type] !== code) heap.held += bytes
  }
  return heap
}

/** The format of the DevTools protocol: one array of numbers with a fixed count per node. */
type HeapSnapshot = { snapshot: { meta: { node_fields: string[]; node_types: [string[]] } }; nodes: number[] }

const guessed = { connections: 40, seconds: 20 }

/** Duration of compressed pages alone, and while 40 connections guess passwords: the goal is at most twice as long at p95. */
export async function measureGuesses(start: () => Promise<ServerProcess>): Promise<Record<string, string | number>[]> {
  const server = await start()
  try {
    const { name, value } = await newSession(server, 'family')
    const headers = { cookie: `${name}=${value}`, 'accept-encoding': 'br' }
    await openPages(server.address, headers, 3)
    const quiet = await openPages(server.address, headers, guessed.seconds)
    const { statuses, beside } = await whileGuessing(server, () => openPages(server.address, headers, guessed.seconds))
    const ratio = (of: 'p50' | 'p95') => `${(beside[of] / Math.max(quiet[of], 1)).toFixed(2)} ×`
    return [
      { what: 'pages alone', ...quiet },
      { what: 'pages beside 40 guessers', ...beside },
      { what: 'ratio (goal 2)', p50: ratio('p50'), p95: ratio('p95') },
      { what: `answers to guesses: ${statuses}` },
    ]
  } finally {
    await server.stop()
  }
}

/** Pages one after another, ten a second at most. */
async function openPages(address: string, headers: Record<string, string>, forSeconds: number) {
  const taken: number[] = []
  const end = performance.now() + forSeconds * 1000
  while (performance.now() < end) {
    const begun = performance.now()
    await (await fetch(address + pages[taken.length % pages.length], { headers })).text()
    taken.push(performance.now() - begun)
    await pause(Math.max(0, 100 - (taken.at(-1) ?? 0)))
  }
  return { pages: taken.length, p50: median(taken), p95: Math.round(quantile(taken, 0.95)) }
}

/** Each guesser tries another name with every attempt, and pauses for a second after a refusal. */
async function whileGuessing<Beside>(server: ServerProcess, work: () => Promise<Beside>) {
  let isOver = false
  const counts: Record<number, number> = {}
  const guess = async (number: number) => {
    const visitor = visitorAt(server.address)
    const { url } = await visitor.visitProvider(await visitor.startSignIn())
    for (let attempt = 0; !isOver; attempt += 1) {
      const login = `guess${number}.${attempt}@example.org`
      const { status } = await visitor.visitProvider(url, { login, password: 'not the password' })
      counts[status] = (counts[status] ?? 0) + 1
      if (status === 429 || status === 503) await pause(1000)
    }
  }
  const guessing = Array.from({ length: guessed.connections }, (_, number) => guess(number))
  await pause(1000)
  const beside = await work()
  isOver = true
  await Promise.all(guessing)
  const statuses = Object.entries(counts).map(([status, count]) => `${count} × ${status}`)
  return { statuses: statuses.join(', '), beside }
}
