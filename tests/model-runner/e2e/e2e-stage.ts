import type { Browser, BrowserContext, Page } from 'playwright'
import { expect } from 'playwright/test'
import type { Level, Model } from '#tests/model-runner/model.ts'
import { type PathResult, play } from '#tests/model-runner/paths/play-paths.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import { driveOf, type Reality } from './e2e-level.ts'
import type { Answer } from './fault-proxy.ts'
import { empty, pageOn } from './isolated-page.ts'
import { type RealServer, schoolDay, startRealServer } from './test-server.ts'

/** One browser, and one server for each concurrent path. */
export type RealDesk = {
  browser: Browser
  take: () => Promise<RealServer>
  giveBack: (server: RealServer) => void
  close: () => Promise<void>
}

/** A user with an isolated browser context and a real server. */
export type RealStage<World> = {
  server: RealServer
  context: BrowserContext
  page: Page
  world: World
  /** Selects a way to an outcome: paths differ, and the same path always gets the same way. */
  path: Path
  /** Cleanup functions. They run at the end of the path, also after a failure. */
  repairs: (() => Promise<unknown>)[]
}

export function openRealDesk(browser: Browser): RealDesk {
  const all: Promise<RealServer>[] = []
  const free: RealServer[] = []
  return {
    browser,
    take: () => {
      const server = free.pop()
      if (server !== undefined) return Promise.resolve(server)
      const started = startRealServer()
      all.push(started)
      return started
    },
    giveBack: (server) => void free.push(server),
    close: async () => {
      for (const server of await Promise.all(all)) await server.close()
    },
  }
}

/** Plays the paths, `atOnce` of them concurrently, each with a server of its own. */
export async function playReally<World>(
  { model, paths }: { model: Model; paths: readonly Path[] },
  reality: Reality<World>,
  desk: RealDesk,
  atOnce: number,
): Promise<PathResult[]> {
  const results: PathResult[] = []
  const waiting = [...paths.entries()]
  const player = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, path] = next
      const [result] = await play({ model, paths: [path] }, levelOf(model, reality, desk, path))
      if (result !== undefined) results[index] = result
    }
  }
  await Promise.all(Array.from({ length: atOnce }, player))
  return results
}

function levelOf<World>(model: Model, reality: Reality<World>, desk: RealDesk, path: Path): Level<RealStage<World>> {
  const { steps } = path
  const drive: Level<RealStage<World>>['events'][string] = async (stage, step) => {
    const { answers } = stage.server.edge
    answers.length = 0
    await driveOf(model, reality, step)(stage, { ...step, rest: steps.slice(steps.indexOf(step) + 1) })
    for (const answer of answers) answersAsModelled(step, answer)
  }
  const describe = async ({ page, server }: RealStage<World>) =>
    [page.url(), ...server.edge.talk, await page.locator('body').ariaSnapshot({ timeout: 1000 })].join('\n')
  const close = async ({ page, server, repairs }: RealStage<World>) => {
    server.edge.hold([])
    for (const repair of repairs) await repair()
    await empty(page, server)
    desk.giveBack(server)
  }
  return {
    events: Object.fromEntries(Object.keys(model.events).map((type) => [type, drive])),
    states: reality.states,
    open: async () => {
      const server = await desk.take()
      server.server.clock.now = schoolDay
      const world = await reality.open(server, path)
      server.edge.hold(reality.held)
      const page = await pageOn(desk.browser, server)
      const stage: RealStage<World> = { server, context: page.context(), page, world, path, repairs: [] }
      try {
        await reality.begin(stage).catch(async (error: Error) => {
          if (!isBegunAnew(error)) throw error
          await page.waitForLoadState('networkidle')
          await reality.begin(stage)
        })
      } catch (error) {
        const shown = await describe(stage).catch(() => 'nothing')
        await close(stage)
        throw new Error(`the path did not even begin: ${(error as Error).message}\n${shown}`)
      }
      return stage
    },
    describe,
    close,
  }
}

/**
 * Chromium queues a navigation that starts during the commit of the previous one, and restarts it. Playwright
 * reports the restart as an interruption. The retry runs when the page is idle, so a page that redirects by itself still fails.
 */
function isBegunAnew({ message }: Error): boolean {
  return message.includes('is interrupted by another navigation')
}

/** Asserts the response of the server that the path expects: the page may show the same for another reason, or not yet. */
function answersAsModelled({ event: { type, error, output } }: Step, { call, status, problem }: Answer): void {
  const said = `${call}: ${status ?? 'линия оборвана'} ${problem ?? ''}`
  if (type.startsWith('xstate.error.')) {
    const wanted: string | undefined = error?.type ?? error?.refusal
    if (wanted !== undefined && wanted !== 'offline') expect(problem, said).toBe(wanted)
    else expect(status === null || status >= 400, said).toBe(true)
  } else if (type.startsWith('xstate.done.') && output !== null) expect(status ?? 0, said).toBeLessThan(400)
}

/** Signs a user of the school in, in this browser. */
export async function signIn(
  { context, server }: RealStage<unknown>,
  { cookies }: { cookies: Record<string, string> },
): Promise<void> {
  const { origin } = server.edge
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin, sameSite: 'Lax' })),
  )
}

/** Advances the clock of the server and of the page. */
export async function passTime({ server, page }: RealStage<unknown>, seconds: number): Promise<void> {
  server.passOnServer(seconds)
  await page.evaluate(
    (milliseconds) => (window as unknown as { sleep: (milliseconds: number) => void }).sleep(milliseconds),
    seconds * 1000,
  )
}

/** Selects one of several ways to the same outcome. */
export function oneOf<Choice>({ path }: RealStage<unknown>, choices: readonly Choice[]): Choice {
  const text = JSON.stringify(path.steps.map(({ event }) => event))
  const sum = [...text].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
  return choices[sum % choices.length] as Choice
}
