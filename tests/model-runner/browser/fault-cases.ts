import { type AnyMachineSnapshot, getNextTransitions } from 'xstate'
import { type Case, casesOf, type FaultCase, type Level, type Model } from '#tests/model-runner/model.ts'
import { beginningsOf } from '#tests/model-runner/paths/path-cover.ts'
import { extendPath, type Path, type Step } from '#tests/model-runner/paths/replay.ts'
import { actorChanges, type CallOf } from './actors.ts'
import { type AppUnderTest, type Fault, noContent, type Reply } from './app-under-test.ts'
import type { BrowserLevel } from './browser-level.ts'
import { assertLeaving, type BrowserStage } from './browser-stage.ts'
import { byEnvironment, type Driver, type EventDriver } from './drivers.ts'
import type { ExpectedCall } from './expected-call.ts'
import { assertNoViolations } from './page-assertions.ts'
import { plantedError } from './page-observer.ts'
import { eventually } from './polling.ts'

type Faulty = {
  app: AppUnderTest
  model: Model
  calls: Record<string, CallOf | null>
  outputAfterError: NonNullable<BrowserLevel['outputAfterError']>
  /** The level with the driver of one event replaced. */
  withDriver: (type: string, replaced: (usual: Driver) => Driver) => Level<BrowserStage>
}
/** An actor that a path starts, with the snapshot after it, and its call. */
type Start = { id: string; path: Path; input: unknown; after: AnyMachineSnapshot }
type Running = Start & { expected: (stage: BrowserStage) => ExpectedCall | null }

/**
 * The cases in which the call of an actor meets a fault that every call can meet. They are derived for each actor: the
 * shortest path that starts it, then the fault. The machine gets the error in the form of the cases of its model.
 */
export function faultCases(faulty: Faulty, paths: readonly Path[]): FaultCase<BrowserStage>[] {
  const { app, model, calls } = faulty
  const starts = startsOf(model, paths)
  return Object.entries(calls).flatMap(([id, callOf]) => {
    if (callOf === null) return []
    const start = starts.find(
      ({ id: started, input, after }) => started === id && callOf(input as never, after, nowhere),
    )
    if (start === undefined) return []
    const expected: Running['expected'] = (stage) => callOf(start.input as never, start.after, stage)
    const address = expected(nowhere)?.call ?? ''
    return app.faults(address).flatMap((fault) => caseOf(faulty, { ...start, expected }, fault) ?? [])
  })
}

/** Enough of a stage to know which call an actor makes. */
const nowhere = { page: { url: () => '' }, origin: '', expectedUrl: '' } as unknown as BrowserStage

/** The starts of actors by the paths that lead to them, the shortest path first. */
function startsOf(model: Model, paths: readonly Path[]): Start[] {
  return beginningsOf(paths).flatMap((path) => {
    const { begun, after } = actorChanges(model, path.steps.at(-1))
    return begun.map(({ id, input }) => ({ id, path, input, after }))
  })
}

function caseOf(
  { app, model, outputAfterError, withDriver }: Faulty,
  { id, path: start, input, expected }: Running,
  fault: Fault,
): FaultCase<BrowserStage> | null {
  const outputOf = outputAfterError[id]
  if (outputOf !== undefined && fault.reply !== 'throws') return null
  const type = `xstate.${fault.outcome === 'confirms' || outputOf !== undefined ? 'done' : 'error'}.actor.${id}`
  const before = start.steps.at(-1)?.after ?? start.start
  const [usualCase] = casesOf(model, type, before)
  if (usualCase === undefined || !handles(before, type)) return null
  const event = {
    type,
    ...(outputOf !== undefined
      ? { output: outputOf(input as never) }
      : fault.outcome === 'confirms'
        ? usualCase.with
        : faultError(usualCase, fault)),
    fault: fault.name,
  }
  const faulted = extendPath(model.machine, start, event)
  const again = fault.outcome === 'refuses' ? triedAgain(model, faulted, id) : null
  const path = again ?? faulted
  // Paths and levels are built anew for a second try, so events are not compared by identity.
  const isFault = (step: Step | undefined) => step !== undefined && 'fault' in step.event
  const level = withDriver(type, (usual) => (step) => {
    if (!isFault(step)) return typeof usual === 'function' ? usual(step) : usual
    const driver = typeof usual === 'function' ? usual(step) : usual
    return byEnvironment(async (stage, at) => {
      if (fault.reply === 'throws') return throwsInside(stage, at, { app, driver, expected: expected(stage) })
      await meets(stage, { app, fault, expected: expected(stage) as ExpectedCall })
      if (fault.outcome === 'confirms' && driver.by === 'user') await driver.first(stage, at)
      // What the user does after an error of this kind, such as closing the dialog that says it.
      if (fault.outcome === 'confirms' || (fault.outcome === 'refuses' && driver.by === 'user'))
        await driver.act(stage, at)
    })
  })
  const end = fault.outcome === 'signsIn' || fault.outcome === 'reloads' ? assertLeaves : assertUsable
  const states = Object.entries(level.states).map(([state, look]): [string, typeof look] => [
    state,
    async (stage, snapshot) => {
      if (!isFault(stage.last?.step)) return look(stage, snapshot)
      // The step shows that its data could not be read.
      if (end === assertUsable && outputOf === undefined) await look(stage, snapshot)
      await end(stage)
    },
  ])
  const { finish: _, ...others } = level
  return {
    path,
    titles: [{ event, title: fault.title }],
    level: { ...others, states: Object.fromEntries(states) },
    key: keyOf(fault, {
      machine: model.machine.id,
      actor: id,
      isTriedAgain: again !== null,
      isOutput: outputOf !== undefined,
    }),
    kind: again !== null && fault.isDecided !== undefined ? (fault.isDecided ? 'decided' : 'undecided') : fault.name,
  }
}

/**
 * Machines differ in the code that follows an error of the page, a refusal after which the user tries again, and a
 * confirmation; other faults are handled in one place.
 */
function keyOf(
  { name, outcome, isDecided, reply }: Fault,
  {
    machine,
    actor,
    isTriedAgain,
    isOutput,
  }: { machine: string; actor: string; isTriedAgain: boolean; isOutput: boolean },
): string {
  if (outcome === 'confirms' || isOutput) return `${machine} ${actor} ${name}`
  if (reply === 'throws') return `${machine} ${name}`
  return isTriedAgain && isDecided !== undefined ? `${machine} ${isDecided ? 'decided' : 'undecided'}` : name
}

/** The path with the event that started the actor once more, where it starts the actor again: the user tries again. */
function triedAgain(model: Model, path: Path, id: string): Path | null {
  const starting = path.steps.at(-2)?.event
  if (starting === undefined) return null
  const longer = extendPath(model.machine, path, starting)
  const { begun } = actorChanges(model, longer.steps.at(-1) as Step)
  return begun.some((actor) => actor.id === id) ? longer : null
}

/** The error of the fault in the form that the model uses for this actor. */
function faultError({ with: usual }: Case, { name: fault, error: type = fault }: Fault): object {
  const { error } = (usual ?? {}) as { error?: unknown }
  if (typeof error !== 'object' || error === null) return { error }
  const key = 'refusal' in error ? 'refusal' : 'type'
  return { error: { ...Object.fromEntries(Object.keys(error).map((name) => [name, null])), [key]: type } }
}

function handles(snapshot: AnyMachineSnapshot, type: string): boolean {
  return getNextTransitions(snapshot).some(({ eventType }) => eventType === type)
}

async function meets(
  stage: BrowserStage,
  { app, fault, expected }: { app: AppUnderTest; fault: Fault; expected: ExpectedCall },
): Promise<void> {
  const { network, page, origin } = stage
  const from = page.url().replace(origin, '')
  if (fault.outcome === 'signsIn') {
    const { call, query, reply, destination } = app.signIn(from)
    network.expect({ call, query }, { reply })
    stage.destination = destination
  }
  if (fault.outcome === 'reloads') stage.destination = origin + from
  const { reply } = fault
  const ask = () =>
    typeof reply === 'string' && reply !== 'offline'
      ? network.expire(expected.call)
      : network.answer(expected.call, reply)
  if (fault.outcome === 'confirms') await app.confirm(stage, { ask, repeated: () => network.expect(expected) })
  else await ask()
}

/** The answer never gets to the machine: the page throws when it reads the answer, and must say and report that. */
async function throwsInside(
  stage: BrowserStage,
  step: Step,
  { app, driver, expected }: { app: AppUnderTest; driver: EventDriver; expected: ExpectedCall | null },
): Promise<void> {
  const { network, page } = stage
  const call = expected?.call ?? ''
  await page.evaluate(throwAtAnswer, { path: call.slice(call.indexOf(' ') + 1), message: plantedError })
  network.expect(app.errorReport, { reply: noContent })
  network.answerInstead(serverError)
  if (driver.by === 'user') await network.answer(call)
  await driver.act(stage, step)
  await app.assertErrorShown(stage)
}

/** What the answer says does not matter: it is never read. */
const serverError: Reply = { status: 502, type: 'text/html', body: '' }

/** Runs in the page: the next look at an answer of this path throws, as a missing API of the browser does. */
function throwAtAnswer({ path, message }: { path: string; message: string }): void {
  const { prototype } = Response
  const usual = ['ok', 'status'].map((name) => [name, Object.getOwnPropertyDescriptor(prototype, name)] as const)
  for (const [name, descriptor] of usual)
    Object.defineProperty(prototype, name, {
      ...descriptor,
      get(this: Response) {
        if (!new URL(this.url).pathname.endsWith(path)) return descriptor?.get?.call(this)
        for (const [each, original] of usual) Object.defineProperty(prototype, each, original ?? {})
        throw new TypeError(message)
      },
    })
}

async function assertLeaves(stage: BrowserStage): Promise<void> {
  await assertLeaving(stage)
  assertNoViolations(stage)
}

/** After a fault nothing waits for an answer that has come already. */
async function assertUsable({ page, network }: BrowserStage): Promise<void> {
  if (network.hasPending()) return
  await eventually(
    () => page.locator('[aria-busy=true]:visible').evaluateAll((all) => all.map(({ textContent }) => textContent)),
    'parts of the page that still wait',
  ).toEqual([])
}
