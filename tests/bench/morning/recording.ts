import { chromium, type Page, type Request } from 'playwright'
import { changeStreamPath } from '#contract/change-stream.ts'
import { chromiumArguments, chromiumPath } from '#tests/support/browser/chromium.ts'
import { waitForHydration, waitForIdleNetwork } from '#tests/support/browser/navigation.ts'

/** What a parent does on the morning, in this order. The first one opens the home page by its document. */
export const steps = ['home', 'schedule', 'lesson', 'message', 'bill'] as const
export type Step = (typeof steps)[number]
export const [, ...stepsAfterHome] = steps

/** Where an earlier answer has a text that the address or body of a request contains: an id of the person's own data. */
export type Source = { text: string; answer: number; pointer: string[] }

export type Recorded = {
  method: string
  /** With the ids of the person who was recorded. */
  path: string
  headers: Record<string, string>
  body: string | null
  kind: 'document' | 'file' | 'call' | 'stream'
  sources: Source[]
}

/** All requests of a visit in their order; the sources refer to them by their position. */
export type Recording = { step: Step; request: Recorded }[]

const phone = { viewport: { width: 412, height: 900 }, isMobile: true, hasTouch: true, locale: 'ru-RU' } as const
/** At rest a page fetches those of the menu: a person looks at it for longer. */
export const restMs = 6_000

const activities: Record<Exclude<Step, 'home'>, (page: Page) => Promise<unknown>> = {
  schedule: (page) => bar(page, 'Расписание').click(),
  lesson: (page) => page.getByRole('main').getByRole('listitem').getByRole('button').first().click(),
  async message(page) {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Уведомления/ }).click()
    await page.getByRole('dialog').getByRole('listitem').getByRole('link').first().click()
  },
  async bill(page) {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await bar(page, 'Договоры').click()
    await page
      .getByRole('button', { name: /^Скачать.* счёт/ })
      .first()
      .click()
  },
}

const bar = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .filter({ visible: true })
    .first()

/** Records what a browser with an empty cache requests during the whole visit of a signed-in person. */
export async function recordVisit(address: string, token: string): Promise<Recording> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArguments })
  const context = await browser.newContext({ ...phone, serviceWorkers: 'block', timezoneId: 'Europe/Moscow' })
  await context.addCookies([{ name: 'lk_session', value: token, url: address }])
  const sent: { step: Step; request: Request }[] = []
  let step: Step = 'home'
  context.on('request', (request) => {
    // Who repeats the visit follows the redirects of the own home page.
    const isOurs = request.url().startsWith(`${address}/`) && request.redirectedFrom() === null
    if (isOurs) sent.push({ step, request })
  })
  const page = await context.newPage()
  for (step of steps) {
    if (step === 'home') await page.goto(`${address}/`)
    else await activities[step](page)
    await waitForHydration(page)
    await waitForIdleNetwork(page)
    await page.waitForTimeout(restMs)
  }
  const recording = await withSources(address, withoutCached(sent))
  await browser.close()
  return recording
}

/** A file is used again from the cache of the browser. */
function withoutCached(sent: { step: Step; request: Request }[]) {
  const files = new Set<string>()
  return sent.filter(({ request }) => {
    if (kindOf(request) !== 'file') return true
    const isNew = !files.has(request.url())
    files.add(request.url())
    return isNew
  })
}

function kindOf(request: Request): Recorded['kind'] {
  const { pathname } = new URL(request.url())
  if (pathname === `/api${changeStreamPath}`) return 'stream'
  if (pathname.startsWith('/api/')) return 'call'
  return request.resourceType() === 'document' ? 'document' : 'file'
}

async function withSources(address: string, sent: { step: Step; request: Request }[]): Promise<Recording> {
  const recording: Recording = []
  const answers: [string, string[]][][] = []
  for (const { step, request } of sent) {
    const [path, body, kind] = [request.url().slice(address.length), request.postData(), kindOf(request)]
    const sourceOf = (text: string): Source[] => {
      const answer = answers.findLastIndex((texts) => texts.some(([one]) => one.endsWith(text)))
      const pointer = answers[answer]?.find(([one]) => one.endsWith(text))?.[1]
      return pointer ? [{ text, answer, pointer }] : []
    }
    // The address of a document is signed: an answer has it as a whole.
    const whole = path.length > 40 ? sourceOf(path) : []
    const ids = () => [...`${path} ${body}`.matchAll(/[\w-]{20,}/g)].flatMap(([text]) => sourceOf(text))
    const sources = kind === 'file' ? [] : whole.length > 0 ? whole : ids()
    const { cookie: _, 'x-acting-user': _id, ...headers } = request.headers()
    recording.push({ step, request: { method: request.method(), path, headers, body, kind, sources } })
    answers.push(kind === 'call' ? textsOf(await jsonOf(request)) : [])
  }
  return recording
}

async function jsonOf(request: Request): Promise<unknown> {
  return (await request.response())?.json().catch(() => null)
}

/** Every text of an answer and how to get to it. */
function textsOf(value: unknown, pointer: string[] = []): [string, string[]][] {
  if (typeof value === 'string') return [[value, pointer]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, [...pointer, key]))
}
