import { expect, type Page, type Route } from 'playwright/test'
import { builtFrom } from '#tests/support/browser/faults.ts'
import { servePlainly } from '#tests/support/browser/plain-host.ts'
import { test } from '#tests/support/browser/story.ts'
import { widths } from '#tests/support/browser/widths.ts'

// A page that is painted, or the shell of one, whose code does not come to life: it says so itself.
test.use({ login: 'family' })

const words = {
  ru: { said: /^Страница загрузилась не полностью: кнопки не работают\./, again: 'Загрузить ещё раз' },
  en: { said: /^The page has not loaded completely: its buttons do not work\./, again: 'Load it again' },
}

const answerWith = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body })
const entry = builtFrom('index.html')
const faults: [string, string, (route: Route) => Promise<void>][] = [
  ['is lost on its way', '**/assets/*.js', (route) => route.abort()],
  ['is gone after a release', entry, (route) => route.fulfill({ status: 404 })],
  ['is lost but for its first file', '**/assets/initial-*.js', (route) => route.abort('blockedbyclient')],
  ['breaks before it takes the page over', entry, answerWith('throw new TypeError("broken")')],
  ['breaks while it begins', entry, answerWith('await null; throw new TypeError("broken")')],
  ['is newer than the browser', entry, answerWith('const app = ?')],
  ['has lost its words', builtFrom('src/locales/ru/messages.po'), (route) => route.abort()],
]

for (const [what, files, fault] of faults) {
  test(`a painted page whose code ${what} says so, and works once it is loaded again`, async ({ page, say }) => {
    await page.route(files, fault)
    await page.goto('/schedule', { waitUntil: 'load' })
    await expect(page.getByRole('heading', { level: 1, name: say('Расписание') })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(words.ru.said)
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await page.unroute(files)
    await page.getByRole('alert').getByRole('link', { name: words.ru.again }).click()
    await expectAlive(page, say('Меню пользователя'))
  })
}

test('a page whose code only keeps on coming says so after a while, and no longer once it is here', async ({
  page,
  say,
}) => {
  await page.clock.install()
  const codeComes = await holdCode(page)
  await page.goto('/schedule', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: say('Расписание') })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.clock.runFor(20_000)
  await expect(page.getByRole('alert')).toHaveText(words.ru.said)
  codeComes()
  await expectAlive(page, say('Меню пользователя'))
})

for (const [width, { viewport }] of Object.entries(widths)) {
  test.describe(`on ${width}`, () => {
    test.use({ viewport })
    test('a button that is pressed before the code of its page is here does what it says once it is', async ({
      page,
      say,
    }) => {
      const codeComes = await holdCode(page)
      await page.goto('/schedule', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: say('Расписание') })).toBeVisible()
      await page.getByRole('button', { name: say('Меню пользователя') }).click()
      codeComes()
      await expect(page.getByRole('menuitem', { name: say('Выйти') })).toBeVisible()
    })
  })
}

test.describe('what is typed or chosen before the code of a page is here counts once it is', () => {
  // By then React may have drawn the page once more, without it.
  test.beforeEach(({ page }) =>
    page.route(builtFrom('src/ssr/replay-early-events.ts'), async (route) => {
      await expect(page.locator('#unfinished')).not.toBeAttached()
      await route.continue()
    }),
  )

  test('words to search for', async ({ page, say }) => {
    const codeComes = await holdCode(page)
    await page.goto('/catalog', { waitUntil: 'commit' })
    const search = page.getByLabel(say('Найти курс'))
    await search.pressSequentially('робот')
    codeComes()
    await expect(page).toHaveURL(/[?&]search=/)
    await expect(search).toHaveValue('робот')
    await expect(page.getByRole('listitem').filter({ hasText: /робот/i }).first()).toBeVisible()
  })

  test('a view', async ({ page, say }) => {
    const codeComes = await holdCode(page)
    await page.goto('/schedule?view=list', { waitUntil: 'commit' })
    await page.getByText(say('Неделя'), { exact: true }).click()
    await expect(page.getByRole('radio', { name: say('Неделя') })).toBeChecked()
    codeComes()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page).toHaveURL(/view=week/)
    await expect(page.getByRole('radio', { name: say('Неделя') })).toBeChecked()
  })

  test('several presses, of which two on one toggle cancel each other', async ({ page, say }) => {
    const codeComes = await holdCode(page)
    await page.goto('/contracts-and-payments', { waitUntil: 'commit' })
    const chips = page.getByRole('group', { name: say('Статус договора') }).getByRole('button')
    for (const nth of [0, 1, 1]) await chips.nth(nth).click()
    codeComes()
    for (const [nth, pressed] of ['true', 'false'].entries())
      await expect(chips.nth(nth)).toHaveAttribute('aria-pressed', pressed)
  })

  test('one of many', async ({ page, say }) => {
    await page.goto('/contracts-and-payments')
    await page.locator('main a[href^="/contracts-and-payments/"]').first().click()
    const months = page.getByLabel(say('Что будет к концу месяца'))
    await expect(months).toBeVisible()
    const codeComes = await holdCode(page)
    await page.reload({ waitUntil: 'commit' })
    const [, second = ''] = await months
      .getByRole('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value') ?? ''))
    await months.selectOption(second)
    codeComes()
    await expect(page).toHaveURL(new RegExp(`by=${second}`))
    await expect(months).toHaveValue(second)
  })
})

test('what breaks in somebody else’s script is not taken for the page’s own', async ({ page }) => {
  await page.route('**/assets/*.js', () => new Promise(() => undefined))
  await page.goto('/schedule', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    window.dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://helper/page.js' }))
    for (const picture of document.images) picture.dispatchEvent(new Event('error'))
  })
  await expect(page.getByRole('alert')).toBeHidden()
})

for (const language of ['ru', 'en'] as const)
  for (const width of [375, 1440]) {
    test(`at ${width} px it is said in ${language}, over the page and in nobody’s way`, async ({ page, context }) => {
      await context.addCookies([{ name: 'lang', value: language, domain: 'localhost', path: '/' }])
      await page.setViewportSize({ width, height: 800 })
      await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto('/schedule', { waitUntil: 'load' })
      await expect(page.getByRole('alert')).toHaveText(words[language].said)
      await expect(page.getByRole('link', { name: words[language].again })).toBeInViewport({ ratio: 1 })
      // At its end the page stands above it.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
      const [said, footer] = await Promise.all([
        page.getByRole('alert').boundingBox(),
        page.getByRole('contentinfo').boundingBox(),
      ])
      if (said === null || footer === null) throw new Error('Both are visible')
      expect(footer.y + footer.height).toBeLessThanOrEqual(said.y + 12)
    })
  }

test('on a host of plain files the shell says it in the language that the device remembers', async ({
  page,
  context,
  server,
}) => {
  await using host = await servePlainly(server.address)
  await context.addCookies([{ name: 'lang', value: 'en', domain: 'localhost', path: '/' }])
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${host.address}/schedule`, { waitUntil: 'load' })
  await expect(page.getByRole('alert')).toHaveText(words.en.said)
})

/** The code of the page waits on its way until what is returned is called. */
async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(entry, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

async function expectAlive(page: Page, menu: string): Promise<void> {
  // Before the code has come the words are hidden; taken away, they say that it has.
  await expect(page.locator('#unfinished')).not.toBeAttached()
  await page.getByRole('button', { name: menu }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}
