import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright'
import sharp from 'sharp'
import type { FoundCourses } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { DemoLogin } from '#server/idp/demo-accounts.ts'
import { chromiumArguments, headlessPath } from '#tests/support/browser/chromium.ts'
import { waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { newSession } from '#tests/support/browser/story.ts'
import { type EngineName, findEngines } from '#tests/support/engines/engines.ts'
import { startBrowser } from '#tests/support/engines/start-browser.ts'
import type { Tab } from '#tests/support/engines/tab.ts'
import { visitorIn } from '#tests/support/engines/visitor.ts'
import { type ServerProcess, startServer } from '#tests/support/server/server-process.ts'
import { isBuildCurrent } from './build-stamp.ts'
import { resolveBin, runInherited } from './run-command.ts'

// npm run screenshots                     retakes the pictures in docs/pictures
// npm run screenshots -- --compare        compares the screens with them (decision 082)
// npm run screenshots -- --engines        takes the sheets of docs/browsers.md: four screens in three browsers
//     --walk FOLDER                       and keeps the single pictures here
// npm run screenshots -- --walk FOLDER    takes every screen as every role, to look at
//     --login parent --name home --width 375 --theme dark --lang en --forced    only these
//     --sheets FOLDER                     and reduces them to one picture per width, theme and language
const { values } = parseArgs({
  options: {
    compare: { type: 'boolean', default: false },
    engines: { type: 'boolean', default: false },
    walk: { type: 'string' },
    sheets: { type: 'string' },
    login: { type: 'string', multiple: true },
    name: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true, default: ['375', '768', '1440', '1920'] },
    theme: { type: 'string', multiple: true, default: ['light', 'dark'] },
    lang: { type: 'string', multiple: true, default: ['ru'] },
    forced: { type: 'boolean', default: false },
  },
})

const heights: Record<string, number> = { 375: 667, 768: 1024, 1440: 900, 1920: 1080 }

/** Widths of a screenshot in a contact sheet, by the width of the window. */
const reducedWidths: Record<string, number> = { 375: 200, 768: 280, 1440: 400, 1920: 460 }

const sheetGap = 12
const captionHeight = 22

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
if (values.engines) await compareEngines(values.walk ?? mkdtempSync(join(tmpdir(), 'engines-')))
else if (values.walk === undefined) {
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
  const taken: Taken[] = []
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: headlessPath(), args: chromiumArguments })
  try {
    for (const [login, paths] of Object.entries(screens))
      if (values.login?.includes(login) ?? true) taken.push(...(await take(server, browser, { folder, login, paths })))
  } finally {
    await browser.close()
    await server.stop()
  }
  if (values.sheets !== undefined) await writeSheets(taken, values.sheets)
}

/** Takes four screens of a family in each browser: a sheet for each width, with a row for each screen. */
async function compareEngines(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const paths = {
    home: '/home-page',
    schedule: '/schedule',
    'grade book': '/grade-book/',
    contracts: '/contracts-and-payments',
  }
  const compared: readonly EngineName[] = ['newest Chromium', 'Firefox', 'WebKit']
  const sheets = { 375: 300, 1440: 640 }
  const engines = findEngines().filter(({ name }) => compared.includes(name))
  const taken: Taken[] = []
  const server = await startServer()
  try {
    const { hostname: domain } = new URL(server.address)
    const session = await newSession(server, 'family')
    for (const engine of engines) {
      const browser = await startBrowser(engine)
      for (const sheet of Object.keys(sheets)) {
        const tab = await browser.newTab({ width: Number(sheet), height: heights[sheet] ?? 900 })
        // WebDriver sets cookies only of the site that is open.
        await tab.goto(`${server.address}/favicon.svg`)
        await tab.setCookies([
          { name: session.name, value: session.value, domain, httpOnly: true },
          { name: 'lang', value: 'ru', domain, httpOnly: false },
        ])
        for (const [name, path] of Object.entries(paths)) {
          await visitorIn(tab, server.address).open(path)
          await waitForStillness(tab)
          const file = `${folder}/${[engine.name, name, sheet].join('-').replaceAll(' ', '-')}.png`
          writeFileSync(file, await tab.picture())
          console.log(file)
          taken.push({ caption: `${engine.name}: ${name}`, path: file, sheet })
        }
        await tab.close()
      }
      await browser.close()
    }
  } finally {
    await server.stop()
  }
  for (const [sheet, width] of Object.entries(sheets)) {
    const byEngine = taken.filter((one) => one.sheet === sheet)
    // The pictures come browser by browser; a row shows one screen in all of them.
    const rows = Object.keys(paths).flatMap((_, row) =>
      engines.map((_, column) => byEngine[column * Object.keys(paths).length + row]),
    )
    await writeContactSheet(
      rows.filter((one) => one !== undefined),
      `docs/pictures/engines-${sheet}.webp`,
      {
        width,
        columns: engines.length,
      },
    )
  }
}

/** Until a page has loaded nothing for a second, in any browser. */
async function waitForStillness(tab: Tab): Promise<void> {
  let [loaded, still] = [-1, 0]
  while (still < 5) {
    await pause(200)
    const now = await tab.run(() => performance.getEntriesByType('resource').length, null)
    still = now === loaded ? still + 1 : 0
    loaded = now
  }
}

async function writeSheets(taken: readonly Taken[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const [sheet, screenshots] of Map.groupBy(taken, ({ sheet }) => sheet)) {
    const [width = ''] = sheet.split('-')
    await writeContactSheet(screenshots, `${folder}/${sheet}.webp`, {
      width: reducedWidths[width] ?? 400,
      columns: 8,
    })
    console.log(`${folder}/${sheet}.webp`)
  }
}

type Walk = { folder: string; login: string; paths: Addresses }
type Taken = Screenshot & { sheet: string }

async function take(server: ServerProcess, browser: Browser, { folder, login, paths }: Walk): Promise<Taken[]> {
  const taken: Taken[] = []
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
          taken.push({ caption: `${login}: ${name}`, path, sheet: `${width}-${theme}-${lang}` })
        }
        await context.close()
      }
  return taken
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

type Screenshot = { caption: string; path: string }

/** Writes reduced screenshots of the same size to one WebP picture, in rows, each with its caption. */
async function writeContactSheet(
  screenshots: readonly Screenshot[],
  path: string,
  { width, columns }: { width: number; columns: number },
): Promise<void> {
  const cells = await Promise.all(
    screenshots.map(async ({ caption, path }) => {
      const { data, info } = await sharp(path).resize({ width }).toBuffer({ resolveWithObject: true })
      return { caption, data, height: info.height }
    }),
  )
  const step = { x: width + sheetGap, y: Math.max(...cells.map(({ height }) => height)) + captionHeight + sheetGap }
  const rows = Math.ceil(cells.length / columns)
  await sharp({
    create: {
      width: Math.min(columns, cells.length) * step.x + sheetGap,
      height: rows * step.y + sheetGap,
      channels: 3,
      background: '#d9d9d9',
    },
  })
    .composite(
      cells.flatMap(({ caption, data }, index) => {
        const left = sheetGap + (index % columns) * step.x
        const top = sheetGap + Math.floor(index / columns) * step.y
        return [
          { input: captionOf(caption, width), left, top },
          { input: data, left, top: top + captionHeight },
        ]
      }),
    )
    .webp({ quality: 60 })
    .toFile(path)
}

function captionOf(text: string, width: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${captionHeight}"><text y="16" font-family="sans-serif" font-size="14">${text}</text></svg>`,
  )
}
