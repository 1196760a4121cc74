import { type APIRequestContext, expect } from 'playwright/test'
import sharp from 'sharp'
import type { FoundCourses } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { SchoolEvent } from '#contract/learning/events.ts'
import type { DemoLogin } from '#server/idp/accounts/demo-accounts.ts'
import { translator } from '#tests/support/browser/translations.ts'
import { reading } from '#tests/support/engines/engine-story.ts'

// One after the other: each worker starts the browser.
reading.describe.configure({ mode: 'default' })

type Address = string | ((api: APIRequestContext) => Promise<string>)

const isWhole = process.env.TEST_ALL !== undefined || process.env.TEST_BROWSERS !== undefined

/** Every screen of four roles. Those that the menu shows unfolded are opened by its links as well. */
const screens: Partial<Record<DemoLogin, readonly Address[]>> = {
  family: [
    '/home-page',
    '/schedule',
    '/schedule?view=week',
    '/schedule?view=list',
    '/schedule?view=month&filter[layer][]=payments&filter[layer][]=events',
    '/schedule?tickets=new',
    '/messages',
    '/schedule?dialog=feed',
    '/contracts-and-payments',
    firstContract,
    '/change-schedule',
    '/grade-book/',
    '/homework',
    '/progress',
    '/learning-progress',
    '/tax-deduction',
    '/events',
    firstEvent,
    '/catalog?search=математика',
    '/catalog/comparison',
    firstCourse,
    '/2035',
    '/profile',
    '/profile?section=notifications',
    '/profile?section=consents',
    '/profile?section=data',
    '/500?from=/events',
    '/no/such/page',
  ],
  student: [
    '/schedule',
    '/homework',
    '/grade-book/',
    '/grade-book/?view=totals',
    '/change-schedule',
    '/home-page',
    '/profile',
  ],
  teacher: ['/schedule?view=week', '/schedule?view=list', '/events', '/profile'],
  administrator: ['', 'queues', 'tickets', 'absences', 'users', 'audit', 'imports', 'integrations', 'own'].map(
    (tab) => `/adm-panel/?tab=${tab}`,
  ),
}

/** One screen of each kind, which the usual run reads with the role that has the most screens. */
const usual: readonly Address[] = [
  '/home-page',
  '/schedule',
  '/schedule?view=week',
  '/messages',
  '/contracts-and-payments',
  firstContract,
  '/grade-book/',
  firstCourse,
  '/profile',
]

for (const [login, addresses] of Object.entries(screens) as [DemoLogin, readonly Address[]][])
  reading.describe(login, () => {
    reading.use({ login })

    const tag = login === 'family' ? ['@walk', '@every-kind'] : []
    const read = isWhole ? 'every screen' : 'a screen of each kind'
    reading(`reads ${read} of ${login} as the server renders it`, { tag }, async ({ visitor, api }) => {
      for (const address of isWhole ? addresses : usual) {
        await visitor.open(typeof address === 'string' ? address : await address(api))
        await visitor.sees({ role: 'heading' })
      }
    })

    reading(`opens every screen of ${login} from the menu`, async ({ visitor, t }) => {
      await visitor.open('/events')
      for (const path of await visitor.linksOf(t('Меню'))) {
        await visitor.followLink(t('Меню'), path)
        await visitor.sees({ role: 'heading', level: 1 })
      }
    })
  })

reading.describe('in English', () => {
  reading.use({ login: 'family' })

  reading('dates are the same on the server and in the browser', { tag: '@walk' }, async ({ visitor, tab, server }) => {
    const { hostname: domain } = new URL(server.address)
    await tab.setCookies([{ name: 'lang', value: 'en', domain, httpOnly: false }])
    const inEnglish = translator('en')
    for (const [address, title] of [
      ['/schedule?view=week', 'Расписание'],
      ['/schedule?view=list', 'Расписание'],
      ['/events', 'Мероприятия'],
      ['/contracts-and-payments', 'Договоры и оплата'],
      ['/grade-book/', 'Журнал оценок'],
    ] as const) {
      await visitor.open(address)
      await visitor.sees({ role: 'heading', level: 1, name: inEnglish(title) })
    }
  })
})

reading.describe('tables', () => {
  reading.use({ login: 'administrator' })

  reading('the line under the header has one colour', async ({ visitor, tab }) => {
    await visitor.open('/adm-panel/?tab=users')
    await visitor.sees({ role: 'table' })
    const cells = await tab.run(
      () =>
        [...document.querySelectorAll('thead th')].map((cell) => {
          const { left, bottom } = cell.getBoundingClientRect()
          return { left: Math.round(left) + 6, bottom: Math.round(bottom) }
        }),
      undefined,
    )
    expect(cells.length).toBeGreaterThan(2)
    const { data, info } = await sharp(await tab.picture())
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true })
    // Three pixels to each side of the edge: the line, and the background around it.
    const darkest = cells.map(({ left, bottom }) =>
      Math.min(...[-3, -2, -1, 0, 1, 2].map((step) => data[(bottom + step) * info.width + left] ?? 255)),
    )
    expect(new Set(darkest).size).toBe(1)
    expect(darkest[0]).toBeLessThan(245)
  })
})

async function firstContract(api: APIRequestContext): Promise<string> {
  const contracts: Contract[] = await (await api.get('/api/v1/profile/contract/list')).json()
  return `/contracts-and-payments/${contracts[0]?.uuid}`
}

async function firstEvent(api: APIRequestContext): Promise<string> {
  const events: SchoolEvent[] = await (await api.get('/api/v1/profile/events')).json()
  return `/events?event=${events[0]?.uuid}`
}

async function firstCourse(api: APIRequestContext): Promise<string> {
  const { items }: FoundCourses = await (await api.get('/api/v1/catalog/course/list')).json()
  return `/catalog/${items[0]?.uuid}`
}
