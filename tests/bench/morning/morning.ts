import { setTimeout as pause } from 'node:timers/promises'
import { openMeter } from './meter.ts'
import { type Assumed, type Counts, costOf, lagOf, type Measured, mean, resources, sizeOf } from './model.ts'
import { recordVisit, restMs, stepsAfterHome } from './recording.ts'
import { openSchool, type Parent, type Start } from './school.ts'
import { filesOf, measureUnits, nameOfUnit, type Stage, signInAndOpen, takeUnit, unitsOf, visitorOf } from './units.ts'
import type { Traffic } from './visitor.ts'

/** Shares of the visits that come in each twelfth of the hour, in percent: the busiest has twice the mean. */
const arrivals = [2, 3, 5, 8, 13, 17, 16, 12, 9, 7, 5, 3] as const
/**
 * How many visits of a hundred do what. A session ends after half an hour without use, so nearly everybody signs in anew;
 * the provider may still know them.
 */
const mix = { cold: 50, signIn: 85, schedule: 80, lesson: 40, message: 50, bill: 5 } as const

/** Prices of a month for a core and a gigabyte of memory, and of a terabyte sent: round figures of November 2026. */
export const assumed: Assumed = {
  people: 3_000_000,
  share: 0.3,
  peak: (Math.max(...arrivals) * arrivals.length) / 100,
  stay: 120,
  busy: 0.6,
  databaseCores: 32,
  prices: { core: 15, gigabyte: 4, terabyte: 20 },
}

export type Wishes = { people: number; visits: number; minutes: number; prices: Assumed['prices'] }
type Row = Record<string, string | number>
type Table = { title: string; rows: Row[] }

/** What a school needs on its first morning by a model, and the model beside a part of that morning played here. */
export async function* measureMorning(start: Start, wishes: Wishes): AsyncGenerator<Table> {
  const school = await openSchool(start, wishes.visits + 250)
  const traffic: Traffic = { bytes: 0, answers: 0, failed: [] }
  const meter = await openMeter({ ...school, traffic })
  try {
    const [recorded, ...others] = withBillFirst(school.parents)
    const recording = await recordVisit(school.server.address, recorded?.token ?? '')
    const stage: Stage = { school, meter, recording, traffic }
    const measured = await measureUnits(stage, start, others.slice(wishes.visits))
    yield { title: 'What is done once: CPU in ms, log and bytes in kB', rows: rowsOfUnits(measured) }
    const played = await playMorning(stage, others.slice(0, wishes.visits), wishes.minutes)
    yield { title: `${wishes.visits} visits within ${wishes.minutes} minutes`, rows: compare(measured, played) }
    yield { title: `Answers with errors: ${traffic.failed.length} of ${traffic.answers}`, rows: failures(traffic) }
    const model = { ...assumed, people: wishes.people, prices: wishes.prices }
    const perVisit = shares(played.counts, wishes.visits)
    yield { title: `${wishes.people} people`, rows: rowsOfSizes(perVisit, measured, model) }
  } finally {
    await meter.close()
    await school.close()
  }
}

function withBillFirst(parents: readonly Parent[]): Parent[] {
  const first = parents.findIndex(({ hasBill }) => hasBill)
  return [...parents.slice(first), ...parents.slice(0, first)]
}

type Played = Awaited<ReturnType<typeof playMorning>>

async function playMorning(stage: Stage, parents: readonly Parent[], minutes: number) {
  const { meter } = stage
  const counts: Counts = {}
  const top = { streams: 0, memory: 0, connections: 0 }
  const [lags, memories]: [number[], number[]] = [[], []]
  let open = 0
  const count = (unit: string, times = 1) => {
    counts[unit] = (counts[unit] ?? 0) + times
  }

  async function visit(parent: Parent, at: number): Promise<void> {
    await pause(at)
    const began = performance.now()
    open += 1
    const isCold = isOneOf(mix.cold)
    const signsIn = isOneOf(mix.signIn)
    const visitor = signsIn ? await signIn(parent) : await comeBack(parent)
    const opened = performance.now()
    if (isCold) await take(filesOf('home'))
    await pause(restMs)
    await take('home')
    for (const step of stepsAfterHome) {
      if (!isOneOf(mix[step]) || (step === 'bill' && !parent.hasBill)) continue
      await pause(10_000 * Math.random())
      for (const unit of [...unitsOf(step), ...(isCold ? [filesOf(step)] : [])]) await take(unit)
    }
    await pause(Math.max(0, assumed.stay * 1000 - (performance.now() - began)))
    visitor.leave()
    open -= 1
    count('stream second', (performance.now() - began) / 1000)

    async function take(unit: string): Promise<void> {
      count(signsIn ? nameOfUnit(unit, performance.now() - opened) : unit)
      await takeUnit(visitor, unit)
    }
  }

  async function signIn(parent: Parent) {
    count('sign-in')
    return signInAndOpen(stage, parent)
  }

  async function comeBack(parent: Parent) {
    const visitor = visitorOf(stage, parent)
    count('document')
    await takeUnit(visitor, 'document')
    return visitor
  }

  async function watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { count: connections, memory } = await meter.connections()
      top.streams = Math.max(top.streams, open)
      top.memory = Math.max(top.memory, meter.memoryOfServer())
      top.connections = Math.max(top.connections, connections)
      memories.push(memory)
      lags.push(...(await meter.lag()))
      await pause(1_000)
    }
  }

  const moments = momentsOf(parents.length, minutes)
  await stage.school.wake(parents, moments)
  const over = new AbortController()
  const { used, seconds } = await meter.during(async () => {
    const watching = watch(over.signal)
    const visits = moments.map((at, index) => visit(parents[index] as Parent, at))
    for (const result of await Promise.allSettled(visits))
      if (result.status === 'rejected') stage.traffic.failed.push(String(result.reason))
    over.abort()
    await watching
  })
  return { counts, used, seconds, ...top, connection: mean(memories), lag: mean(lags) }
}

/** Milliseconds from the beginning, by the arrivals of the hour within so many minutes. */
function momentsOf(visits: number, minutes: number): number[] {
  const twelfth = (minutes * 60_000) / arrivals.length
  const twelfths = arrivals.flatMap((share, part) => Array.from({ length: share }, () => part))
  return Array.from({ length: visits }, (_, visit) => {
    const part = twelfths[Math.floor((visit / visits) * twelfths.length)] ?? 0
    return (part + Math.random()) * twelfth
  })
}

function isOneOf(percent: number): boolean {
  return Math.random() * 100 < percent
}

function shares(counts: Counts, visits: number): Counts {
  return Object.fromEntries(Object.entries(counts).map(([unit, count]) => [unit, count / visits]))
}

function rowsOfUnits({ units, idle }: Measured): Row[] {
  const rowOf = (what: string, costs: Measured['idle']): Row => ({
    what,
    ...Object.fromEntries(resources.map((resource) => [resource, rounded(costs[resource] * (scales[resource] ?? 1))])),
  })
  return [...Object.entries(units).map(([unit, cost]) => rowOf(unit, cost)), rowOf('a second at rest', idle)]
}

const scales: Partial<Record<(typeof resources)[number], number>> = {
  'main thread': 1e3,
  'other threads': 1e3,
  primary: 1e3,
  replica: 1e3,
  replay: 1e3,
  log: 1e-3,
  bytes: 1e-3,
}

function compare(measured: Measured, played: Played): Row[] {
  const { counts, used, seconds, streams, memory, connections, connection, lag } = played
  const model = costOf(counts, seconds, 1, measured)
  const { memory: unit } = measured
  const sides: [string, number, number][] = [
    ...resources.map((resource): [string, number, number] => [resource, model[resource], used[resource]]),
    ['memory of the server, MB', (unit.server + streams * unit.stream) / 1e6, memory / 1e6],
    ['connections', measured.connectionsPerServer, connections],
    [
      'memory of connections, MB',
      (measured.connectionsPerServer * unit.connection) / 1e6,
      (connections * connection) / 1e6,
    ],
    ['lag of the replica, ms', lagOf(model.replay / seconds, measured.lag) * 1e3, lag * 1e3],
  ]
  return sides.map(([what, by, run]) => ({
    what,
    model: rounded(by),
    run: rounded(run),
    difference: `${Math.round((by / run - 1) * 100)} %`,
  }))
}

function rowsOfSizes(perVisit: Counts, measured: Measured, model: Assumed): Row[] {
  const { document = 0, 'sign-in': signedIn = 0 } = perVisit
  // The document after a sign-in is part of it.
  const opened = document + signedIn
  const shells = { ...perVisit, document: document - opened, shell: opened, 'calls of a shell': opened }
  const [rendered, shell] = [sizeOf(perVisit, measured, model), sizeOf(shells, measured, model)]
  return Object.entries(rendered).map(([what, figure]) => ({
    what,
    'pages rendered': rounded(figure),
    'shells only': rounded(shell[what as keyof typeof shell]),
  }))
}

function failures({ failed }: Traffic): Row[] {
  const kinds = Map.groupBy(failed, (line) => line.replaceAll(/[\w-]{20,}/g, '…').replace(/\?.*/, ''))
  return [...kinds].map(([what, lines]) => ({ what, count: lines.length }))
}

/** Three digits. */
function rounded(figure: number): number {
  return Number(figure.toPrecision(3))
}
