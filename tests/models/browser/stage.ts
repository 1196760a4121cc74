import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import type { SessionEvent } from '#src/machines/session-setup.ts'
import type { Level } from '#tests/models/model.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/chromium.ts'
import { holdLongTimers } from './long-timers.ts'
import { json, NetworkEdge, otherTabPath, type Reply } from './network-edge.ts'
import { hostPages } from './page-host.ts'
import { eventually, soon } from './patience.ts'

/** One browser and one host for all paths. */
export type Desk = { browser: Browser; origin: string; close: () => Promise<void> }

/** The real app in a browser of its own: no cookie, no cache, no tab of another path. */
export type BrowserStage = {
  context: BrowserContext
  page: Page
  edge: NetworkEdge
  origin: string
  /** The path where the page should stand now. */
  place: string
  /** Where a sign-in should lead back to. */
  returnTo: string
  /** The document that should replace the page; a reload of the page unless a path says otherwise. */
  destination: string | null
}

export type Setting = {
  start: string
  held: readonly string[]
  standing?: Record<string, Reply>
}

export const config = {
  SYSTEM: {
    WEB_BASE_URL: 'https://school.example',
    TIME_ZONE: 'Europe/Moscow',
    SUPPORT_PHONE: null,
    SUPPORT_EMAIL: null,
  },
  TRACKING: {
    ENABLED: false,
    DEBUG: false,
    TAG_MANAGER_ID: null,
    COUNTER_IDS: [],
    CHAT_SCRIPT_URL: null,
    PROFILE_SERVICE_URL: null,
  },
  ACCOUNT: { LINK_PROVIDERS: [] },
  TWO_FACTOR: { FRESH_SECONDS: 900 },
}

/** What every page may ask and no path is about. */
const ordinary: Record<string, Reply> = {
  'GET /v1/system/config': json(config),
  'GET /v1/system/menu': json({
    items: [
      { key: 'events', title: 'Мероприятия', system: 'LK', route: 'events', url: null, icon: null },
      { key: 'progress', title: 'Успехи детей', system: 'LK', route: 'learning-progress', url: null, icon: null },
      { key: 'tax-deduction', title: 'Налоговый вычет', system: 'LK', route: 'tax-deduction', url: null, icon: null },
    ],
  }),
  'GET /v1/content/footer': json({ groups: [], phone: null, email: null, socials: [], legal: '' }),
  'GET /v1/content/banners/list': json([]),
  'GET /v1/profile/events': json([]),
  'GET /v1/profile/children': json([]),
  'GET /v1/profile/password/sign-in-names': json({ names: null }),
  'GET /v1/profile/visit/list': json([]),
  'GET /v1/profile/contract/list': json([]),
  'GET /v1/admin/user/list': json({ items: [], total: 0, page: 1, pageSize: 50 }),
  'GET /readyz': json({}),
}

type DeskWishes = {
  pages?: string
  /** In a window and slowly, for people to watch. */
  show?: boolean
}

export async function openDesk({ pages = 'dist', show = false }: DeskWishes = {}): Promise<Desk> {
  const [host, browser] = await Promise.all([
    hostPages(pages),
    chromium.launch({
      executablePath: chromiumPath(),
      args: chromiumArguments,
      headless: !show,
      slowMo: show ? 800 : 0,
    }),
  ])
  return {
    browser,
    origin: host.origin,
    close: async () => {
      await browser.close()
      await host.close()
    },
  }
}

/** How the real app is played: opened at `start`, with the calls in `held` waiting for the path to answer them. */
export function inBrowser(
  desk: Desk,
  { start, held, standing = {} }: Setting,
  level: Pick<Level<BrowserStage>, 'events' | 'states'>,
): Level<BrowserStage> {
  const { origin } = desk
  // A browser window costs more than all that a path does in it: a path leaves its own behind for the next, emptied.
  const free: Page[] = []
  return {
    ...level,
    open: async () => {
      const page = free.pop() ?? (await openPage(desk.browser))
      const edge = new NetworkEdge({ held, standing: { ...ordinary, ...standing } })
      await edge.guard(page.context())
      await page.goto(origin + start, { waitUntil: 'commit' })
      await page.waitForFunction(() => '__TSR_ROUTER__' in window)
      const { pathname } = new URL(start, origin)
      return { context: page.context(), page, edge, origin, place: pathname, returnTo: '/', destination: null }
    },
    describe: async ({ page }) => `${page.url()}\n${await page.locator('body').ariaSnapshot({ timeout: 1000 })}`,
    close: async ({ page, context }) => {
      try {
        await page.evaluate(() => {
          sessionStorage.clear()
          localStorage.clear()
        })
        await page.goto('about:blank')
        await Promise.all([context.unrouteAll(), page.unrouteAll(), context.clearCookies()])
        free.push(page)
      } catch {
        // A page that cannot be emptied is of no use to the next path.
        await context.close()
      }
    },
  }
}

async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(patience)
  const page = await context.newPage()
  await page.addInitScript(holdLongTimers)
  await page.addInitScript(listenToOwnTab)
  return page
}

const patience = 20_000

/** A channel hears what the others of its page post: so a path knows what this tab tells the rest. */
function listenToOwnTab(): void {
  const heard: unknown[] = []
  new BroadcastChannel('personal-account').onmessage = ({ data }) => void heard.push(data)
  Object.assign(window, { heard })
}

function heardIn(page: Page): Promise<unknown[]> {
  return page.evaluate(() => (window as unknown as { heard: unknown[] }).heard)
}

/** This tab has told the others. */
export async function hasToldOtherTabs({ page }: BrowserStage, message: object): Promise<void> {
  await eventually(() => heardIn(page)).toContainEqual(message)
}

/** A second tab of the same browser says something, and this one has heard it. */
export async function otherTabSays({ context, page, origin }: BrowserStage, message: object): Promise<void> {
  const tab = context.pages().find((one) => one !== page) ?? (await context.newPage())
  await tab.goto(origin + otherTabPath, { waitUntil: 'commit' })
  await tab.evaluate((data) => new BroadcastChannel('personal-account').postMessage(data), message)
  await eventually(() => heardIn(page)).toContainEqual(message)
}

type RouterOnWindow = {
  __TSR_ROUTER__: {
    options: {
      context: {
        session: { send: (event: SessionEvent) => void }
        queryClient: {
          fetchQuery: (query: object) => Promise<unknown>
          invalidateQueries: (which: object) => Promise<void>
        }
      }
    }
    history: { push: (address: string) => void }
  }
}

/** An event for which the page has no button in this state; the router leaves itself on the window, and holds the session. */
export async function tellSession({ page }: BrowserStage, event: SessionEvent): Promise<void> {
  await page.evaluate(
    (told) => (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context.session.send(told),
    event,
  )
}

/** The person follows a link of the app after a while: what the page knows by then is old. */
export async function followLink({ page }: BrowserStage, address: string): Promise<void> {
  await page.evaluate((to) => {
    const { options, history } = (window as unknown as RouterOnWindow).__TSR_ROUTER__
    void options.context.queryClient.invalidateQueries({ refetchType: 'none' })
    history.push(to)
  }, address)
}

const someCall = 'GET /v1/profile/session/list'

/** Some call of the app goes wrong, whatever the page shows: through its own cache and its own `fetch`. */
export async function someCallAnswers({ page, edge }: BrowserStage, reply: Reply): Promise<void> {
  edge.always(someCall, reply)
  await page.evaluate((address) => {
    const { queryClient } = (window as unknown as RouterOnWindow).__TSR_ROUTER__.options.context
    void queryClient.fetchQuery({ queryKey: [address], retry: false }).catch(() => null)
  }, someCall)
  await edge.wasAsked(someCall)
}

/** The page stands where it should; a page without a frame is known by its heading. */
export async function standsAt({ page, place }: BrowserStage): Promise<void> {
  await soon(page).toHaveURL(({ pathname }) => pathname === place)
  const title = frameless[place]
  if (title !== undefined) await soon(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

export function hasFrame({ place }: BrowserStage): boolean {
  return !(place in frameless)
}

const frameless: Record<string, string> = {
  '/403': 'Доступ запрещён',
  '/500': 'Внутренняя ошибка сервера',
}

/** The page has asked for the document that should replace it. */
export async function isLeaving({ edge, origin, place, destination }: BrowserStage): Promise<void> {
  const wanted = destination ?? origin + place
  await eventually(() => edge.documents.at(-1)?.startsWith(wanted) ?? false, `the page leaves for ${wanted}`).toBe(true)
}
