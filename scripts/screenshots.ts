import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import type { FoundCourses } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { chromiumArguments, headlessPath } from '#tests/support/browser/chromium.ts'
import { waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { isBuildCurrent } from './build-stamp.ts'
import { resolveBin, runInherited } from './run-command.ts'

// npm run screenshots                     retakes the pictures in docs/pictures
// npm run screenshots -- --compare        compares the screens with them
// npm run screenshots -- --walk FOLDER    takes every screen as every role, to look at
//     --login parent --name home --width 375 --theme dark --lang en --forced    only these
const { values } = parseArgs({
  options: {
    compare: { type: 'boolean', default: false },
    walk: { type: 'string' },
    login: { type: 'string', multiple: true },
    name: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true, default: ['375', '768', '1440', '1920'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    lang: { type: 'string', multiple: true, default: ['ru'] },
    forced: { type: 'boolean', default: false },
  },
})

const heights: Record<string, number> = { 375: 667, 768: 1024, 1440: 900, 1920: 1080 }

type Found = { course: string; contract: string }
type Addresses = Record<string, string | ((found: Found) => string)>

/** The screens of each account, by name; some addresses are found in the data. */
const screens: Partial<Record<DemoLogin | 'visitor', Addresses>> = {
  family: {
    home: '/home-page',
    contracts: '/contracts-and-payments',
    contract: ({ contract }) => `/contracts-and-payments/${contract}`,
    month: '/schedule',
    week: '/schedule?view=week',
    day: '/schedule?view=day',
    list: '/schedule?view=list',
    transfer: '/change-schedule',
    'grade-book': '/grade-book/',
    totals: '/grade-book/?view=totals',
    homework: '/homework',
    progress: '/progress',
    'progress-all': '/learning-progress',
    events: '/events',
    news: '/news',
    catalog: '/catalog',
    course: ({ course }) => `/catalog/${course}`,
    purchase: ({ course }) => `/catalog/${course}/purchase`,
    2035: '/2035',
    tax: '/tax-deduction',
    profile: '/profile',
    500: '/500?from=/events',
  },
  parent: {
    home: '/home-page',
    contracts: '/contracts-and-payments',
    'grade-book': '/grade-book/',
    tax: '/tax-deduction',
  },
  student: {
    home: '/',
    month: '/schedule',
    week: '/schedule?view=week',
    'grade-book': '/grade-book/',
    403: '/home-page',
  },
  'academy-student': { home: '/', 'grade-book': '/grade-book/' },
  'spo-student': { 'grade-book': '/grade-book/' },
  teacher: {
    home: '/',
    schedule: '/schedule',
    events: '/events',
    profile: '/profile',
    nothing: '/catalog?search=qqqqqq',
  },
  administrator: {
    overview: '/adm-panel/?tab=overview',
    tickets: '/adm-panel/?tab=tickets',
    absences: '/adm-panel/?tab=absences',
    news: '/adm-panel/?tab=news',
    users: '/adm-panel/',
    audit: '/adm-panel/?tab=audit',
    integrations: '/adm-panel/?tab=integrations',
    imports: '/adm-panel/?tab=imports',
    own: '/adm-panel/?tab=own',
  },
  'no-role': { contracts: '/contracts-and-payments' },
  visitor: { catalog: '/catalog', course: ({ course }) => `/catalog/${course}`, 404: '/no/such/page' },
}

if (!(await isBuildCurrent()) && (await runInherited('scripts/build.ts')) !== 0) process.exit(1)
if (values.walk === undefined) {
  const story = [
    'test',
    'shell/pictures.story.ts',
    '--project=ru',
    ...(values.compare ? [] : ['--update-snapshots=all']),
  ]
  process.exitCode = await runInherited(resolveBin('playwright'), story, { TEST_ALL: 'yes' })
} else await walk(values.walk)

async function walk(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: headlessPath(), args: chromiumArguments })
  try {
    for (const [login, paths] of Object.entries(screens))
      if (values.login?.includes(login) ?? true) await take(server, browser, { folder, login, paths })
  } finally {
    await browser.close()
    await server.stop()
  }
}

type Walk = { folder: string; login: string; paths: Addresses }

async function take(server: ServerProcess, browser: Browser, { folder, login, paths }: Walk): Promise<void> {
  const session = login === 'visitor' ? [] : [await newSession(server, login as DemoLogin)]
  for (const lang of values.lang)
    for (const theme of values.theme)
      for (const width of values.width) {
        const context = await browser.newContext({
          ...optionsOf(Number(width)),
          colorScheme: theme === 'dark' ? 'dark' : 'light',
          ...(values.forced && { forcedColors: 'active' as const }),
        })
        await context.addCookies([...session, { name: 'lang', value: lang, url: server.address }])
        const page = await context.newPage()
        const found = await addressesIn(page, server.address)
        for (const [name, at] of Object.entries(paths)) {
          if (values.name && !values.name.includes(name)) continue
          await page.goto(server.address + (typeof at === 'string' ? at : at(found)))
          await page.getByRole('heading', { level: 1 }).waitFor()
          await waitForIdleNetwork(page)
          const path = `${folder}/${[login, name, width, theme, lang, ...(values.forced ? ['forced'] : [])].join('-')}.png`
          await page.screenshot({ path, animations: 'disabled' })
          console.log(path)
        }
        await context.close()
      }
}

function optionsOf(width: number): BrowserContextOptions {
  const viewport = { width, height: heights[width] ?? 900 }
  return { viewport, isMobile: width < 768, locale: 'ru-RU', timezoneId: 'Europe/Moscow', reducedMotion: 'reduce' }
}

/** A course and a contract of the account. */
async function addressesIn(page: Page, address: string): Promise<Found> {
  const get = async <Answer>(path: string): Promise<Answer | null> => {
    const answer = await page.request.get(`${address}/api/v1${path}`)
    return answer.ok() ? await answer.json() : null
  }
  const courses = await get<FoundCourses>('/catalog/course/list')
  const contracts = await get<Contract[]>('/profile/contract/list')
  return { course: courses?.items[0]?.uuid ?? '', contract: contracts?.[0]?.uuid ?? '' }
}
