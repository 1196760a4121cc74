import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import type { AnyMachineSnapshot } from 'xstate'
import type { Level, Model } from '#tests/model-runner/model.ts'
import { actorChanges, type CallOf, undeclaredCalls } from './actors.ts'
import type { Reply, ServerState } from './app-under-test.ts'
import { type BrowserPool, withoutSnapshots } from './browser-pool.ts'
import type { BrowserStage } from './browser-stage.ts'
import { paste } from './clipboard.ts'
import { type Driver, eventDriverOf } from './drivers.ts'
import type { ExpectedCall } from './expected-call.ts'
import { faultCases } from './fault-cases.ts'
import { type Aside, inspectState } from './inspect-state.ts'
import { assertStepInvariants, violationsOf } from './page-assertions.ts'
import { consoleOf, takePageSnapshot, takePresses } from './page-observer.ts'
import { situationOf } from './page-snapshots.ts'
import { eventually } from './polling.ts'
import { ScriptedNetwork } from './scripted-network.ts'
import { pathsToUnpressedButtons, pressingLevel } from './unpressed-buttons.ts'

/** How a model is played in the real app, and what is asserted in every state. */
export type BrowserLevel = {
  start: string
  /** Data of the scripted server that writes change, in its initial state. */
  state?: () => ServerState
  /** Responses to reads of this page besides those of all pages. */
  responses?: Record<string, Reply>
  /** The call of each actor of the machine, by actor id; null for an actor without a request. */
  calls: Record<string, CallOf | null>
  /** The output, by input, of actors whose machine expects no error: what they return after one. */
  outputAfterError?: Record<string, (input: never) => unknown>
  /** Requests that the page sends before its machine does. */
  earlyCall?: ExpectedCall
  /** Path and search of the page in a state; null while the page is being replaced. */
  address: (snapshot: AnyMachineSnapshot, stage: BrowserStage) => string | null
  /** Lines of the page whose parts the flow does not change: snapshots only name them. */
  folded?: readonly RegExp[]
  /** The event that the Escape key sends, if any; null if it closes the page of the machine. */
  escape?: string | null
  events: Record<string, Driver>
  states: Level<BrowserStage>['states']
  /** Text that the user typed. It is exempt from the check for untranslated text. */
  written?: readonly string[]
  /** States that a reload does not restore, each with the reason. */
  lostOnReload?: Record<string, string>
  /** Presses without an event of the machine, by state. The last one of a state may open another page. */
  asides?: Record<string, readonly Aside[]>
  /** User actions that lead to the initial state of the machine. */
  enter?: (stage: BrowserStage) => Promise<void>
}

/** Builds the browser level of a model. */
export function inBrowser(pool: BrowserPool, model: Model, level: BrowserLevel): Level<BrowserStage> {
  const missing = undeclaredCalls(model.machine, level.calls)
  if (missing.length > 0) throw new Error(`${model.machine.id}:\n${missing.join('\n')}`)
  const detach = new WeakMap<Page, () => Promise<void>>()
  const inspected = pool.inspected.get(model.machine.id) ?? { states: new Set(), presses: new Set() }
  pool.inspected.set(model.machine.id, inspected)
  const snapshots = pool.snapshotsOf(model)
  const pressedTwice = new Set<string>()
  const events = Object.entries(level.events).map(([type, driver]) => [type, played(driver)])
  const states = Object.entries(level.states).map(([state, look]) => [state, looked(look)])
  const own: Level<BrowserStage> = {
    manual: { start: level.start, account: pool.app.account(reader(pool.app, level)) },
    by: (step) => eventDriverOf(level.events[step.event.type] as Driver, step).by,
    events: Object.fromEntries(events),
    states: Object.fromEntries(states),
    faults: (paths) =>
      faultCases(
        {
          app: pool.app,
          model,
          calls: level.calls,
          outputAfterError: level.outputAfterError ?? {},
          withDriver: (type, replaced) =>
            inBrowser(withoutSnapshots(pool), model, {
              ...level,
              events: { ...level.events, [type]: replaced(level.events[type] as Driver) },
            }),
        },
        paths,
      ),
    open: async () => {
      const page = await pool.pages.take()
      const stage = stageOn(page, pool, level)
      detach.set(page, await stage.network.guard(page))
      expectCallsOf(stage)
      if (level.earlyCall !== undefined) stage.network.expectEarly(level.earlyCall)
      await page.goto(pool.origin + level.start, { waitUntil: 'commit' })
      await page.waitForFunction(pool.app.isReady)
      await level.enter?.(stage)
      return stage
    },
    finish: async (stage, snapshot) => {
      const situation = situationOf(snapshot, stage.last?.step)
      const isCompared = level.address(snapshot, stage) !== null
      await inspectState(stage, snapshot, {
        app: pool.app,
        level,
        inspected: inspected.states,
        compare: async (language) =>
          isCompared ? snapshots?.checkLanguage(stage.page, situation, language.name, level.folded) : undefined,
      })
    },
    describe: async ({ page }) => `${page.url()}\n${await page.locator('body').ariaSnapshot({ timeout: 1000 })}`,
    close: async ({ page, context }) => {
      for (const name of takePresses(page)) inspected.presses.add(name)
      try {
        await page.evaluate(() => {
          sessionStorage.clear()
          localStorage.clear()
        })
        await page.goto('about:blank')
        await Promise.all([detach.get(page)?.(), page.unrouteAll(), context.clearCookies()])
        consoleOf(page)
        pool.pages.giveBack(page)
      } catch {
        // A page that cannot be reset is not reused for the next path.
        await context.close()
      }
    },
  }
  const pressed = inspected.presses
  return {
    ...own,
    presses: {
      left: (paths) =>
        pathsToUnpressedButtons(model, paths, {
          pageOf: (situation) => snapshots?.accepted(situation) ?? null,
          pressed,
        }),
      level: pressingLevel(own, { app: pool.app, pressed }),
    },
  }

  /** Runs an event, and expects the requests that it causes. */
  function played(declared: Driver): Level<BrowserStage>['events'][string] {
    return async (stage, step) => {
      const driver = eventDriverOf(declared, step)
      const { begun, ended } = actorChanges(model, step)
      const isReplyOf = (actor: string) => step.event.type.endsWith(`.actor.${actor}`)
      for (const actor of ended) if (!isReplyOf(actor)) stage.network.cancel(actor)
      expectCallsOf(stage, step)
      stage.shownBefore = await takePageSnapshot(stage.page)
      // A page that runs ahead of the machine has navigated for the next step already.
      const wasAhead = level.address(step.before, stage) === null
      if (!wasAhead) await stage.page.evaluate(() => void window.pageLog.navigations.splice(0))
      stage.wentBack = false
      if (!wasAhead) {
        stage.from = stage.page.url()
        stage.cameFrom = (await stage.page.evaluate(historyNeighbours)).before
      }
      if (driver.by === 'environment') await driver.act(stage, step)
      else {
        await driver.first(stage, step)
        if (driver.isSeen) await snapshots?.check(stage.page, situationOf(step.before, step, true), level.folded)
        stage.pressesTwice = begun.length > 0 && !pressedTwice.has(step.event.type)
        pressedTwice.add(step.event.type)
        await driver.act(stage, step)
        await driver.afterwards(stage, step)
      }
      // An actor that begins again waits for the answer of its next call.
      const over = ended.filter((actor) => isReplyOf(actor) && !begun.some(({ id }) => id === actor))
      const unanswered = over.find((actor) => stage.network.isPending(actor))
      if (unanswered !== undefined) throw new Error(`${step.event.type}: the call of ${unanswered} was never answered`)
      stage.last = { step, by: driver.by }
    }
  }

  /** Asserts a state, and what holds in every state. */
  function looked(look: Level<BrowserStage>['states'][string]): Level<BrowserStage>['states'][string] {
    return async (stage, snapshot) => {
      try {
        await stage.network.allSent()
        await stage.network.assertStale()
        const address = level.address(snapshot, stage)
        // A page that is being replaced may show its successor already.
        if (address !== null) await snapshots?.check(stage.page, situationOf(snapshot, stage.last?.step), level.folded)
        await look(stage, snapshot)
        await assertUrl(stage, address)
        await assertHistoryEntry(stage, address)
      } catch (error) {
        // Unexpected requests explain a wrong page, so they are reported first.
        const violations = violationsOf(stage)
        if (violations.length === 0) throw error
        throw new Error([...violations, (error as Error).message].join('\n'))
      }
      await assertStepInvariants(stage)
    }
  }

  function expectCallsOf(stage: BrowserStage, step?: Parameters<typeof actorChanges>[1]): void {
    const { begun, after } = actorChanges(model, step)
    const asking = begun.filter(({ id }) => level.calls[id] !== null)
    const apiRequest = asking.map(({ id, input }) => ({
      id,
      expected: level.calls[id]?.(input as never, after, stage) ?? null,
    }))
    for (const { id, expected } of apiRequest) if (expected !== null) stage.network.expect(expected, { actor: id })
    stage.network.expectEarlyRequests(apiRequest.some(({ expected }) => expected === null))
  }
}

/** The initial responses to reads, parsed. */
function reader(app: BrowserPool['app'], { state, responses = {} }: BrowserLevel): (call: string) => unknown {
  return (call) => {
    const stored = state?.().read(call)
    const reply = responses[call] ?? app.responses[call]
    if (stored !== undefined || reply === undefined || reply === 'offline' || reply.status >= 400) return stored
    return JSON.parse(reply.body) as unknown
  }
}

function stageOn(
  page: Page,
  { app, origin }: BrowserPool,
  { start, state, responses = {} }: BrowserLevel,
): BrowserStage {
  const stage: BrowserStage = {
    context: page.context(),
    page,
    network: new ScriptedNetwork({ app, responses, state: state?.() ?? null }),
    origin,
    expectedUrl: start,
    destination: null,
    pressesTwice: false,
    shownBefore: null,
    last: null,
    from: origin + start,
    cameFrom: null,
    opened: null,
    wentBack: false,
    paste: (text) => paste(page, text),
    press: (target) => (stage.pressesTwice ? target.dblclick() : target.click()),
    back: async () => {
      await page.goBack({ waitUntil: 'commit' })
      stage.wentBack = true
    },
  }
  return stage
}

async function assertUrl({ page, origin }: BrowserStage, address: string | null): Promise<void> {
  if (address !== null) await eventually(() => page.url().replace(origin, ''), 'the address').toBe(address)
}

/**
 * A step of a flow is a history entry: Back returns to the previous step, and Forward to this one. A press that stays where
 * it is adds none.
 */
async function assertHistoryEntry(stage: BrowserStage, address: string | null): Promise<void> {
  const { page, origin, last, from, cameFrom, opened } = stage
  if (address === null || last === null) return
  const does = (wanted: string) => last.step.effects.some(({ action }) => action === wanted)
  if (from === origin + address) {
    // A link may lead to the page that it is on.
    if (last.by === 'environment' || does('openPath')) return
    const navigations = await page.evaluate(() => window.pageLog.navigations)
    expect(navigations.filter((one) => one.startsWith('push'))).toEqual([])
  } else if (does('show')) {
    await eventually(async () => (await page.evaluate(historyNeighbours)).before, 'the address before').toBe(from)
    stage.opened = origin + address
  } else if (does('goBack') && from === opened && cameFrom === origin + address)
    await eventually(async () => (await page.evaluate(historyNeighbours)).after, 'the address after').toBe(from)
}

/** The previous and the next URL of the history of this tab. Runs in the page. */
export function historyNeighbours(): { before: string | null; after: string | null } {
  const entries = window.navigation.entries()
  const here = window.navigation.currentEntry?.index ?? 0
  return { before: entries[here - 1]?.url ?? null, after: entries[here + 1]?.url ?? null }
}
