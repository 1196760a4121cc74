import { setTimeout as pause } from 'node:timers/promises'
import { recentWrites } from '#server/changes/last-writes.ts'
import { workloads } from '#tests/bench/load.ts'
import type { Meter } from './meter.ts'
import { type Costs, costs, type Measured, mean } from './model.ts'
import { type Recorded, type Recording, type Step, steps } from './recording.ts'
import type { Parent, School, Start } from './school.ts'
import { createVisitor, type Traffic, type Visitor } from './visitor.ts'

/** What is measured apart: the document of the home page, then what its browser requests; the files of each step. */
export const unitsOf = (step: Step) => (step === 'home' ? ['document', 'home'] : [step])
export const filesOf = (step: Step) => `files of ${step}`
const kinds: Record<string, Recorded['kind'][]> = { document: ['document'], home: ['call', 'stream'] }

/** Jobs that run each minute are in it once. */
const restSeconds = 60
const streamSeconds = 20
const atOnce = 6
/** What is done within ten seconds of a sign-in, while replicas are not read (server/changes/last-writes.ts). */
const soonAfterSignIn = ['home', 'schedule', 'lesson', 'message']
const afterSignIn = (unit: string) => `${unit} after a sign-in`
const manyStreams = 1_500

export type Stage = { school: School; meter: Meter; recording: Recording; traffic: Traffic }

export function visitorOf({ school, recording, traffic }: Stage, parent: Parent | null, at = school.server.address) {
  const visitor = createVisitor(at, recording, traffic)
  if (parent) visitor.cookies.set('lk_session', parent.token)
  return visitor
}

/** Under which name a unit is counted that is done so many milliseconds after a sign-in. */
export function nameOfUnit(unit: string, sinceSignIn: number): string {
  return sinceSignIn < recentWrites && soonAfterSignIn.includes(unit) ? afterSignIn(unit) : unit
}

export async function takeUnit(visitor: Visitor, unit: string): Promise<void> {
  const step = steps.find((each) => unit === filesOf(each) || unitsOf(each).includes(unit)) as Step
  await visitor.take(step, unit === filesOf(step) ? ['file'] : (kinds[unit] ?? ['call']))
}

/** Up to the document of the home page: what its browser requests then is the same for everybody. */
export async function signInAndOpen(stage: Stage, parent: Parent): Promise<Visitor> {
  const visitor = visitorOf(stage, null)
  await visitor.signIn(stage.school.authorize(parent))
  await takeUnit(visitor, 'document')
  return visitor
}

/** Measures what is done once, by people of whom none is in the check. */
export async function measureUnits(stage: Stage, start: Start, parents: readonly Parent[]): Promise<Measured> {
  const { meter } = stage
  const [warming, first, second, third] = inFour(parents)
  const all = steps.flatMap((step) => [...unitsOf(step), filesOf(step)])
  await stage.school.wake(parents)
  await visitAll(warming, async (parent) => {
    const visitor = visitorOf(stage, parent)
    for (const unit of all) await takeUnit(visitor, unit)
    visitor.leave()
  })
  await pause(3_000)
  const { used, seconds } = await meter.during(() => pause(restSeconds * 1_000))
  const idle = costs((resource) => used[resource] / seconds)
  // What costs less than the rest varies is nothing.
  const aboveRest = ({ used, seconds }: Used, count: number) =>
    costs((resource) => Math.max(0, used[resource] - idle[resource] * seconds) / count)
  const unitOf = async (count: number, run: () => Promise<unknown>) => aboveRest(await meter.during(run), count)

  const units: Record<string, Costs> = {}
  const visitors = first.map((parent) => ({ parent, visitor: visitorOf(stage, parent) }))
  let connectionsPerServer = 0
  const [memories, lags]: [number[], number[]] = [[], []]
  for (const unit of all) {
    // Only who has one loads a bill.
    const takers = visitors.filter(({ parent }) => parent.hasBill || unit !== 'bill')
    units[unit] = await unitOf(takers.length, () => visitAll(takers, ({ visitor }) => takeUnit(visitor, unit)))
    const { count, memory } = await meter.connections()
    connectionsPerServer = Math.max(connectionsPerServer, count)
    memories.push(memory)
    lags.push(...(await meter.lag()))
  }
  for (const { visitor } of visitors) visitor.leave()
  const memory = meter.memoryOfServer()

  const signedIn: Visitor[] = []
  units['sign-in'] = await unitOf(second.length, () =>
    visitAll(second, async (parent) => signedIn.push(await signInAndOpen(stage, parent))),
  )
  for (const visitor of signedIn) visitor.leave()
  for (const [unit, used] of await measureSoonAfterSignIn(stage, second))
    units[afterSignIn(unit)] = aboveRest(used, second.length)

  const streams = await measureStreams(stage, second, memory)
  units['stream second'] = await unitOf(manyStreams * streamSeconds, () => pause(streamSeconds * 1_000))
  for (const visitor of streams.visitors) visitor.leave()

  return {
    units: { ...units, ...(await measureShell(stage, start, third, unitOf)) },
    idle,
    heard: await measureHeard(stage, unitOf),
    firstTouch: await measureFirstTouch(stage, third.slice(0, 10), units, unitOf),
    memory: { server: memory, stream: streams.memory, connection: mean(memories) },
    connectionsPerServer,
    lag: mean(lags),
  }
}

type Used = Awaited<ReturnType<Meter['during']>>

/** What each unit uses for all of them, who sign in a few at a time, so that the ten seconds are long enough. */
async function measureSoonAfterSignIn(stage: Stage, parents: readonly Parent[]): Promise<Map<string, Used>> {
  const { meter } = stage
  const ofMeter = await meter.during(async () => undefined)
  const all = new Map<string, Used>()
  for (let at = 0; at < parents.length; at += atOnce) {
    const visitors = await Promise.all(parents.slice(at, at + atOnce).map((parent) => signInAndOpen(stage, parent)))
    for (const unit of soonAfterSignIn) {
      const { used, seconds } = await meter.during(() => Promise.all(visitors.map((each) => takeUnit(each, unit))))
      const sum = all.get(unit)
      all.set(unit, {
        used: costs((resource) => (sum?.used[resource] ?? 0) + used[resource] - ofMeter.used[resource]),
        seconds: (sum?.seconds ?? 0) + seconds - ofMeter.seconds,
      })
    }
    for (const visitor of visitors) visitor.leave()
  }
  return all
}

type UnitOf = (count: number, run: () => Promise<unknown>) => Promise<Costs>

function inFour(parents: readonly Parent[]): [Parent[], Parent[], Parent[], Parent[]] {
  const part = (number: number) => parents.filter((_, index) => index % 4 === number).slice(0, 60)
  return [part(0), part(1), part(2), part(3)]
}

async function visitAll<Item>(items: readonly Item[], visit: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const next = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await visit(item)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

async function measureStreams(stage: Stage, parents: readonly Parent[], before: number) {
  const visitors: Visitor[] = []
  await visitAll(Array.from({ length: manyStreams }), async () => {
    const visitor = visitorOf(stage, parents[visitors.length % parents.length] ?? null)
    visitors.push(visitor)
    await visitor.take('home', ['stream'])
  })
  await pause(2_000)
  return { visitors, memory: Math.max(0, (stage.meter.memoryOfServer() - before) / manyStreams) }
}

/** A document without its content, and the calls that the browser then makes itself. */
async function measureShell(stage: Stage, start: Start, parents: readonly Parent[], unitOf: UnitOf) {
  const shells = await start({ ...stage.school.env, RENDER_TIMEOUT_MS: '0' })
  const open = (some: readonly Parent[]) =>
    visitAll(some, (parent) => takeUnit(visitorOf(stage, parent, shells.address), 'document'))
  await open(parents)
  const shell = await stage.meter.during(() => open(parents), shells)
  await shells.stop()
  const paths = workloads()['home page’s first calls'] ?? []
  const calls = await unitOf(parents.length, () =>
    visitAll(parents, async (parent) => {
      const headers = { cookie: `lk_session=${parent.token}`, 'accept-encoding': 'br' }
      await Promise.all(
        paths.map(async (path) => (await fetch(stage.school.server.address + path, { headers })).text()),
      )
    }),
  )
  return { shell: costs((resource) => shell.used[resource] / parents.length), 'calls of a shell': calls }
}

/** Notifications for people who have no page open. */
async function measureHeard({ meter }: Stage, unitOf: UnitOf) {
  const count = 3_000
  const { 'main thread': server, primary } = await unitOf(count, async () => {
    for (let sent = 0; sent < count; sent += 1) await meter.notifyNoUser()
    await pause(1_000)
  })
  return { server: Math.max(0, server), primary: Math.max(0, primary) }
}

/** Whole visits, each after a checkpoint: the log then has an image of every page that is changed. */
async function measureFirstTouch(stage: Stage, parents: readonly Parent[], units: Measured['units'], unitOf: UnitOf) {
  const { database } = stage.meter
  const visited = steps.flatMap(unitsOf).filter((unit) => unit !== 'document')
  const writeImages = async (images: 'on' | 'off') => {
    await database.query(`alter system set full_page_writes = ${images}`)
    await database.query('select pg_reload_conf()')
  }
  await writeImages('on')
  const visits: Costs[] = []
  for (const parent of parents) {
    await database.query('checkpoint')
    visits.push(
      await unitOf(1, async () => {
        const visitor = await signInAndOpen(stage, parent)
        for (const unit of visited) await takeUnit(visitor, unit)
        visitor.leave()
        await pause(500)
      }),
    )
  }
  await writeImages('off')
  const ratio = (of: 'log' | 'replay') => {
    const later = ['sign-in', ...visited].reduce((sum, unit) => sum + (units[unit]?.[of] ?? 0), 0)
    return mean(visits.map((visit) => visit[of])) / later
  }
  return { log: ratio('log'), replay: ratio('replay') }
}
