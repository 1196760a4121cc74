import { setTimeout as pause } from 'node:timers/promises'
import { newSession } from '#tests/support/browser/story.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'

const guessers = 40
const seconds = 20
const pages = ['/home-page', '/contracts-and-payments', '/schedule']

type Row = Record<string, string | number>

/** Duration of compressed pages alone, and while 40 connections guess passwords: the goal is at most twice as long at p95. */
export async function measureGuesses(start: () => Promise<ServerProcess>): Promise<Row[]> {
  const server = await start()
  try {
    const { name, value } = await newSession(server, 'family')
    const headers = { cookie: `${name}=${value}`, 'accept-encoding': 'br' }
    await openPages(server.address, headers, 3)
    const quiet = await openPages(server.address, headers, seconds)
    const { statuses, beside } = await whileGuessing(server, () => openPages(server.address, headers, seconds))
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
  const sorted = taken.toSorted((first, second) => first - second)
  const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
  return { pages: taken.length, p50: at(0.5), p95: at(0.95) }
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
  const guessing = Array.from({ length: guessers }, (_, number) => guess(number))
  await pause(1000)
  const beside = await work()
  isOver = true
  await Promise.all(guessing)
  const statuses = Object.entries(counts).map(([status, count]) => `${count} × ${status}`)
  return { statuses: statuses.join(', '), beside }
}
