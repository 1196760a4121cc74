import type { Browser, BrowserContext, Page } from 'playwright'
import { cookieName } from '#server/identity/cookies.ts'
import type { Level, Model } from '#tests/models/model.ts'
import type { Path } from '#tests/models/replay.ts'
import { type PathResult, play } from '#tests/models/runner.ts'
import { type RealServer, startRealServer } from './real-server.ts'
import { driveOf, type Reality } from './reality.ts'

/** One browser, and a server for each path that is played at the same time. */
export type RealDesk = {
  browser: Browser
  take: () => Promise<RealServer>
  giveBack: (server: RealServer) => void
  close: () => Promise<void>
}

/** A person at a browser of their own, in front of a real server. */
export type RealStage<World> = {
  server: RealServer
  context: BrowserContext
  page: Page
  world: World
  /** Gives different paths different ways to the same outcome, and one path always the same. */
  path: Path
  /** Undone when the path is over, whatever became of it. */
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

/** Plays these paths, `atOnce` side by side, each on a server that nobody else is using. */
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
    await driveOf(model, reality, step)(stage, { ...step, rest: steps.slice(steps.indexOf(step) + 1) })
  }
  return {
    events: Object.fromEntries(Object.keys(model.events).map((type) => [type, drive])),
    states: reality.states,
    open: async () => {
      const server = await desk.take()
      const world = await reality.open(server, path)
      server.edge.hold(reality.held)
      const context = await contextOn(desk.browser, server)
      const page = await context.newPage()
      await page.addInitScript(liveAt, server.server.clock.now.getTime())
      const stage = { server, context, page, world, path, repairs: [] }
      await reality.begin(stage)
      return stage
    },
    describe: async ({ page, server }) =>
      [page.url(), ...server.edge.talk, await page.locator('body').ariaSnapshot({ timeout: 1000 })].join('\n'),
    close: async ({ context, server, repairs }) => {
      server.edge.hold([])
      await empty(context, server.edge.origin)
      for (const repair of repairs) await repair()
      desk.giveBack(server)
    },
  }
}

/** One for each server: what it has loaded of the pages, the next path need not load again. */
const contexts = new WeakMap<RealServer, Promise<BrowserContext>>()

function contextOn(browser: Browser, server: RealServer): Promise<BrowserContext> {
  const context = contexts.get(server) ?? openContext(browser, server)
  contexts.set(server, context)
  return context
}

async function openContext(browser: Browser, { edge }: RealServer): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: edge.origin,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(20_000)
  return context
}

/** Nothing of one path is left for the next but the files of the pages. */
async function empty(context: BrowserContext, origin: string): Promise<void> {
  const [page, ...others] = context.pages()
  for (const other of others) await other.close()
  if (page?.url().startsWith(origin)) await page.evaluate(() => localStorage.clear())
  await page?.close()
  await context.clearCookies()
}

/** The page believes that it is then and there, and can be made to wake up later. */
function liveAt(start: number): void {
  const [RealDate, realNow] = [Date, performance.now.bind(performance)]
  let ahead = start - RealDate.now()
  let slept = 0
  const now = () => RealDate.now() + ahead
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given, itself) => Reflect.construct(target, given.length === 0 ? [now()] : given, itself),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  })
  performance.now = () => realNow() + slept
  // The jar itself lives in our time.
  const jar = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')
  const inOurs = (text: string) =>
    text.replace(/expires=([^;]+)/i, (_, at) => `expires=${new RealDate(RealDate.parse(at) - ahead).toUTCString()}`)
  Object.defineProperty(Document.prototype, 'cookie', {
    ...jar,
    set(text) {
      jar?.set?.call(this, inOurs(text))
    },
  })
  Object.assign(window, {
    sleep: (milliseconds: number) => {
      ahead += milliseconds
      slept += milliseconds
    },
  })
}

/** Somebody of the school has signed in in this browser. */
export async function signIn(
  { context, server }: RealStage<unknown>,
  { cookies }: { cookies: Record<string, string> },
): Promise<void> {
  const { origin } = server.edge
  await context.addCookies(
    Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin, sameSite: 'Lax' })),
  )
}

/** Time passes for everybody: at the server, and on the person's desk. */
export async function passTime({ server, page }: RealStage<unknown>, seconds: number): Promise<void> {
  server.passOnServer(seconds)
  await page.evaluate(
    (milliseconds) => (window as unknown as { sleep: (milliseconds: number) => void }).sleep(milliseconds),
    seconds * 1000,
  )
}

/** Nobody is signed in here by now, whatever the page shows. */
export async function loseSession({ context, server }: RealStage<unknown>): Promise<void> {
  await context.clearCookies({ name: cookieName('lk_session', server.server.env) })
}

/** Which of several ways to the same outcome this path goes. */
export function oneOf<Choice>({ path }: RealStage<unknown>, choices: readonly Choice[]): Choice {
  const text = JSON.stringify(path.steps.map(({ event }) => event))
  const sum = [...text].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
  return choices[sum % choices.length] as Choice
}
