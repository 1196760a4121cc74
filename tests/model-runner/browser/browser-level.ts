import type { Page } from 'playwright'
import type { AnyMachineSnapshot } from 'xstate'
import type { Profile } from '#contract/profile.ts'
import type { Level, Model } from '#tests/model-runner/model.ts'
import { type CallOf, turnOf, unsaid } from './actors.ts'
import type { Desk } from './browser-pool.ts'
import type { BrowserStage } from './browser-stage.ts'
import { paste } from './clipboard.ts'
import { ordinary } from './default-responses.ts'
import { type Driver, doingOf } from './drivers.ts'
import { visit } from './inspect-state.ts'
import { neighbours } from './outside-events.ts'
import { cameToGood, complaintsOf } from './page-assertions.ts'
import { consoleOf, sightOf } from './page-observer.ts'
import { eventually } from './polling.ts'
import { type ExpectedCall, NetworkEdge, type Reply } from './scripted-network.ts'
import { ScriptedProfile } from './scripted-profile.ts'

/** How a model is played in the real app, and what is asserted in every state. */
export type BrowserLevel = {
  start: string
  /** The signed-in user of the scripted server; null if the path itself answers the profile request. */
  profile: Profile | null
  /** Read requests of this page besides the default ones. */
  standing?: Record<string, Reply>
  /** The call of each actor of the machine, by actor id; null for an actor without a request. */
  calls: Record<string, CallOf | null>
  /** Requests that the page sends before its machine does. */
  ahead?: ExpectedCall
  /** Path and search of the page in a state; null while the page is being replaced. */
  address: (snapshot: AnyMachineSnapshot, stage: BrowserStage) => string | null
  /** The event that the Escape key sends, if any. */
  escape?: string
  events: Record<string, Driver>
  states: Level<BrowserStage>['states']
  /** Text that the user typed. It is exempt from the check for untranslated text. */
  written?: readonly string[]
  /** States that a reload does not restore, each with the reason. */
  unsteady?: Record<string, string>
  /** User actions that lead to the initial state of the machine. */
  enter?: (stage: BrowserStage) => Promise<void>
}

/** Builds the browser level of a model. */
export function inBrowser(desk: Desk, model: Model, level: BrowserLevel): Level<BrowserStage> {
  const missing = unsaid(model.machine, level.calls)
  if (missing.length > 0) throw new Error(`${model.machine.id}:\n${missing.join('\n')}`)
  const letGo = new WeakMap<Page, () => Promise<void>>()
  const visited = new Set<string>()
  const hastened = new Set<string>()
  const events = Object.entries(level.events).map(([type, driver]) => [type, played(driver)])
  const states = Object.entries(level.states).map(([state, look]) => [state, looked(look)])
  return {
    by: (step) => doingOf(level.events[step.event.type] as Driver, step).by,
    events: Object.fromEntries(events),
    states: Object.fromEntries(states),
    open: async () => {
      const page = await desk.windows.take()
      const stage = stageOn(page, desk, level)
      letGo.set(page, await stage.edge.guard(page))
      expectCallsOf(stage)
      if (level.ahead !== undefined) stage.edge.expectAhead(level.ahead)
      await page.goto(desk.origin + level.start, { waitUntil: 'commit' })
      await page.waitForFunction(() => '__TSR_ROUTER__' in window)
      await level.enter?.(stage)
      return stage
    },
    finish: (stage, snapshot) => visit(stage, snapshot, { level, visited }),
    describe: async ({ page }) => `${page.url()}\n${await page.locator('body').ariaSnapshot({ timeout: 1000 })}`,
    close: async ({ page, context }) => {
      try {
        await page.evaluate(() => {
          sessionStorage.clear()
          localStorage.clear()
        })
        await page.goto('about:blank')
        await Promise.all([letGo.get(page)?.(), page.unrouteAll(), context.clearCookies()])
        consoleOf(page)
        desk.windows.giveBack(page)
      } catch {
        // A page that cannot be reset is not reused for the next path.
        await context.close()
      }
    },
  }

  /** Runs an event, and expects the requests that it causes. */
  function played(driver: Driver): Level<BrowserStage>['events'][string] {
    return async (stage, step) => {
      const doing = doingOf(driver, step)
      const { begun, ended } = turnOf(model, step)
      const isReplyOf = (actor: string) => step.event.type.endsWith(`.actor.${actor}`)
      for (const actor of ended) if (!isReplyOf(actor)) stage.edge.drop(actor)
      expectCallsOf(stage, step)
      stage.seen = await sightOf(stage.page)
      stage.wentBack = false
      stage.from = stage.page.url()
      if (doing.by === 'world') await doing.act(stage, step)
      else {
        await doing.first(stage, step)
        stage.isHasty = begun.length > 0 && !hastened.has(step.event.type)
        hastened.add(step.event.type)
        await doing.act(stage, step)
        await doing.afterwards(stage, step)
      }
      const unanswered = ended.find((actor) => isReplyOf(actor) && stage.edge.awaits(actor))
      if (unanswered !== undefined) throw new Error(`${step.event.type}: the call of ${unanswered} was never answered`)
      stage.last = { step, by: doing.by }
    }
  }

  /** Asserts a state, and what holds in every state. */
  function looked(look: Level<BrowserStage>['states'][string]): Level<BrowserStage>['states'][string] {
    return async (stage, snapshot) => {
      try {
        await stage.edge.holds()
        await look(stage, snapshot)
        const address = level.address(snapshot, stage)
        await standsAtAddress(stage, address)
        await standsInHistory(stage, address)
      } catch (error) {
        // Unexpected requests explain a wrong page, so they are reported first.
        throw new Error([...complaintsOf(stage), (error as Error).message].join('\n'), { cause: error })
      }
      await cameToGood(stage)
    }
  }

  function expectCallsOf(stage: BrowserStage, step?: Parameters<typeof turnOf>[1]): void {
    const { begun, after } = turnOf(model, step)
    const asking = begun.filter(({ id }) => level.calls[id] !== null)
    const asked = asking.map(({ id, input }) => ({
      id,
      expected: level.calls[id]?.(input as never, after, stage) ?? null,
    }))
    for (const { id, expected } of asked) if (expected !== null) stage.edge.expect(expected, { actor: id })
    stage.edge.movesOn(asked.some(({ expected }) => expected === null))
  }
}

function stageOn(page: Page, { origin }: Desk, { start, profile, standing = {} }: BrowserLevel): BrowserStage {
  const memory = profile && new ScriptedProfile(profile)
  const stage: BrowserStage = {
    context: page.context(),
    page,
    edge: new NetworkEdge({ standing: { ...ordinary, ...standing }, profile: memory }),
    origin,
    place: start,
    destination: null,
    isHasty: false,
    seen: null,
    last: null,
    from: origin + start,
    wentBack: false,
    paste: (text) => paste(page, text),
    press: (target) => (stage.isHasty ? target.dblclick() : target.click()),
    back: async () => {
      await page.goBack({ waitUntil: 'commit' })
      stage.wentBack = true
    },
  }
  return stage
}

async function standsAtAddress({ page, origin }: BrowserStage, address: string | null): Promise<void> {
  if (address !== null) await eventually(() => page.url().replace(origin, ''), 'the address').toBe(address)
}

/** A step of a flow is a history entry: Back returns to the previous step. */
async function standsInHistory({ page, origin, last, from }: BrowserStage, address: string | null): Promise<void> {
  const isShown = last?.step.wishes.some(({ action }) => action === 'show') ?? false
  if (address === null || !isShown || from === origin + address) return
  await eventually(async () => (await page.evaluate(neighbours)).before, 'the address before').toBe(from)
}
