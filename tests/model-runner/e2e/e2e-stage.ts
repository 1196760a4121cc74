import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright'
import { expect } from 'playwright/test'
import { setClock } from '#tests/model-runner/browser/page-clock.ts'
import { timeout } from '#tests/model-runner/browser/polling.ts'
import { errorTypeOf, type Level, type Model } from '#tests/model-runner/model.ts'
import type { Plan } from '#tests/model-runner/paths/plan.ts'
import type { Path, Step } from '#tests/model-runner/paths/replay.ts'
import { driverOf, type E2eLevel, type Partition, partitionPaths } from './e2e-level.ts'
import type { Answer, FaultProxy } from './fault-proxy.ts'

/** The complete product behind a fault proxy. */
export type E2eServer = {
  proxy: FaultProxy
  /** Sets the clock of the server to the start time. */
  resetTime: () => void
  /** Advances the clock of the server. */
  passTime: (seconds: number) => void
  close: () => Promise<void>
}

/** What the end-to-end level must know about the product. */
export type E2eApp<Server extends E2eServer> = {
  start: () => Promise<Server>
  startTime: Date
  context: BrowserContextOptions
}

/** A user with an isolated browser context and a real server. */
export type E2eStage<Data, Server extends E2eServer = E2eServer> = {
  server: Server
  context: BrowserContext
  page: Page
  data: Data
  /** Selects a way to an outcome: paths differ, and the same path always gets the same way. */
  path: Path
  /** Cleanup functions. They run at the end of the path, also after a failure. */
  repairs: (() => Promise<unknown>)[]
}

/** An end-to-end level without the types of its data. */
export type E2ePlayer = {
  partition: (plan: Pick<Plan, 'model' | 'paths'>) => Partition
  /** The level that plays one path, on a server of this process. */
  levelOf: (model: Model, path: Path, browser: Browser) => Level<unknown>
}

/** Starts servers on demand; all end-to-end levels share them. */
export function createE2ePlayers<Server extends E2eServer>(app: E2eApp<Server>) {
  const servers: Promise<Server>[] = []
  const free: Server[] = []
  const pages = new Map<Server, Page>()

  async function take(): Promise<Server> {
    const server = free.pop()
    if (server !== undefined) return server
    servers.push(app.start())
    return servers.at(-1) as Promise<Server>
  }

  /** One page per server: a new page costs more than a path, so it is reset and reused. */
  async function pageOn(browser: Browser, server: Server): Promise<Page> {
    const known = pages.get(server)
    if (known !== undefined) return known
    const context = await browser.newContext({ ...app.context, baseURL: server.proxy.origin })
    context.setDefaultTimeout(timeout)
    await context.addInitScript(setClock, app.startTime.getTime())
    const page = await context.newPage()
    pages.set(server, page)
    return page
  }

  /** Removes all data of a path except cached files; a browser that cannot be reset is not reused. */
  async function empty(page: Page, server: Server): Promise<void> {
    const context = page.context()
    try {
      for (const other of context.pages()) if (other !== page) await other.close()
      if (page.url().startsWith(server.proxy.origin))
        await page.evaluate(() => {
          localStorage.clear()
          sessionStorage.clear()
        })
      await page.goto('about:blank')
      await context.clearCookies()
    } catch {
      pages.delete(server)
      await context.close()
    }
  }

  function levelOf<Data>(
    model: Model,
    level: E2eLevel<Data, Server>,
    { browser, path }: { browser: Browser; path: Path },
  ): Level<E2eStage<Data, Server>> {
    const { steps } = path
    type Stage = E2eStage<Data, Server>
    const drive: Level<Stage>['events'][string] = async (stage, step) => {
      const { answers } = stage.server.proxy
      answers.length = 0
      await driverOf(model, level, step)(stage, { ...step, rest: steps.slice(steps.indexOf(step) + 1) })
      for (const answer of answers) assertAnswer(step, answer)
    }
    const describe = async ({ page, server }: Stage) =>
      [page.url(), ...server.proxy.log, await page.locator('body').ariaSnapshot({ timeout: 1000 })].join('\n')
    const close = async ({ page, server, repairs }: Stage) => {
      server.proxy.hold([])
      for (const repair of repairs) await repair()
      await empty(page, server)
      free.push(server)
    }
    return {
      events: Object.fromEntries(Object.keys(model.events).map((type) => [type, drive])),
      states: level.states,
      open: async () => {
        const server = await take()
        server.resetTime()
        const data = await level.open(server, path)
        server.proxy.hold(level.held)
        const page = await pageOn(browser, server)
        const stage: Stage = { server, context: page.context(), page, data, path, repairs: [] }
        try {
          await level.begin(stage).catch(async (error: Error) => {
            if (!isInterruptedNavigation(error)) throw error
            await page.waitForLoadState()
            await level.begin(stage)
          })
        } catch (error) {
          const shown = await describe(stage).catch(() => 'nothing')
          await close(stage)
          throw new Error(`the path did not begin: ${(error as Error).message}\n${shown}`)
        }
        return stage
      },
      describe,
      close,
    }
  }

  return {
    player: <Data>(level: E2eLevel<Data, Server>): E2ePlayer => ({
      partition: (plan) => partitionPaths(plan, level),
      levelOf: (model, path, browser) => levelOf(model, level, { browser, path }) as Level<unknown>,
    }),
    close: async () => {
      for (const server of await Promise.all(servers)) await server.close()
    },
  }
}

/**
 * Chromium queues a navigation that starts during the commit of the previous one, and restarts it. Playwright
 * reports the restart as an interruption. The retry runs when the page is idle, so a page that redirects by itself still fails.
 */
function isInterruptedNavigation({ message }: Error): boolean {
  return message.includes('is interrupted by another navigation')
}

/** Asserts the response of the server that the path expects: the page may show the same for another reason, or not yet. */
function assertAnswer({ event }: Step, { call, status, problem }: Answer): void {
  const said = `${call}: ${status ?? 'connection broken'} ${problem ?? ''}`
  if (event.type.startsWith('xstate.error.')) {
    const expected = errorTypeOf(event)
    if (expected !== undefined && expected !== 'offline') expect(problem, said).toBe(expected)
    else expect(status === null || status >= 400, said).toBe(true)
  } else if (event.type.startsWith('xstate.done.') && event.output !== null) expect(status ?? 0, said).toBeLessThan(400)
}

/** Advances the clock of the server and of the page. */
export async function passTime({ server, page }: E2eStage<unknown>, seconds: number): Promise<void> {
  server.passTime(seconds)
  await page.evaluate(
    (milliseconds) => (window as unknown as { sleep: (milliseconds: number) => void }).sleep(milliseconds),
    seconds * 1000,
  )
}

/** Selects one of several ways to the same outcome. */
export function oneOf<Choice>({ path }: E2eStage<unknown>, choices: readonly Choice[]): Choice {
  const text = JSON.stringify(path.steps.map(({ event }) => event))
  const sum = [...text].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
  return choices[sum % choices.length] as Choice
}
