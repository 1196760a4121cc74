import { expect, type Page, type Route } from 'playwright/test'
import { builtFrom } from '#tests/support/browser/faults.ts'
import { serveStatically } from '#tests/support/browser/static-host.ts'
import { test } from '#tests/support/browser/story.ts'
import { widths } from '#tests/support/browser/widths.ts'

// Server-rendered pages and shells whose code does not run.
test.use({ login: 'family' })

const words = {
  ru: { said: /^Страница загрузилась не полностью: кнопки не работают\./, again: 'Загрузить ещё раз' },
  en: { said: /^The page has not loaded completely: its buttons do not work\./, again: 'Load it again' },
}

const answerWith = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body })
const entry = builtFrom('index.html')
const faults: [string, string, (route: Route) => Promise<void>][] = [
  ['fails to load', '**/assets/*.js', (route) => route.abort()],
  ['is missing after a release', entry, (route) => route.fulfill({ status: 404 })],
  ['loads only its first file', '**/assets/initial-*.js', (route) => route.abort('blockedbyclient')],
  ['throws before hydration', entry, answerWith('throw new TypeError("broken")')],
  ['throws while it starts', entry, answerWith('await null; throw new TypeError("broken")')],
  ['is newer than the browser', entry, answerWith('const app = ?')],
  ['fails to load its messages', builtFrom('src/locales/ru/messages.po'), (route) => route.abort()],
]

for (const [what, files, fault] of faults) {
  test(`a rendered page whose code ${what} shows an error, and works after a reload`, async ({ page, t }) => {
    await page.route(files, fault)
    await page.goto('/schedule', { waitUntil: 'load' })
    await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(words.ru.said)
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await page.unroute(files)
    await page.getByRole('alert').getByRole('link', { name: words.ru.again }).click()
    await expectAlive(page, t('Меню пользователя'))
  })
}

test('a page whose code takes long shows an error until it runs', async ({ page, t }) => {
  await page.clock.install()
  const codeComes = await holdCode(page)
  await page.goto('/schedule', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.clock.runFor(20_000)
  await expect(page.getByRole('alert')).toHaveText(words.ru.said)
  codeComes()
  await expectAlive(page, t('Меню пользователя'))
})

for (const [width, { viewport }] of Object.entries(widths)) {
  test.describe(`on ${width}`, () => {
    test.use({ viewport })
    test('a click on a button before hydration works after it', async ({ page, t }) => {
      const codeComes = await holdCode(page)
      await page.goto('/schedule', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
      await page.getByRole('button', { name: t('Меню пользователя') }).click()
      codeComes()
      await expect(page.getByRole('menuitem', { name: t('Выйти') })).toBeVisible()
    })
  })
}

test.describe('input before hydration', () => {
  // By then React may have rendered the page again without the input.
  test.beforeEach(({ page }) =>
    page.route(builtFrom('src/ssr/replay-early-events.ts'), async (route) => {
      await expect(page.locator('#unfinished')).not.toBeAttached()
      await route.continue()
    }),
  )

  test('a search', async ({ page, t }) => {
    const codeComes = await holdCode(page)
    await page.goto('/catalog', { waitUntil: 'commit' })
    const search = page.getByLabel(t('Найти курс'))
    await search.pressSequentially('робот')
    codeComes()
    await expect(page).toHaveURL(/[?&]search=/)
    await expect(search).toHaveValue('робот')
    await expect(page.getByRole('listitem').filter({ hasText: /робот/i }).first()).toBeVisible()
  })

  test('a radio button', async ({ page, t }) => {
    const codeComes = await holdCode(page)
    await page.goto('/schedule?view=list', { waitUntil: 'commit' })
    await page.getByText(t('Неделя'), { exact: true }).click()
    await expect(page.getByRole('radio', { name: t('Неделя') })).toBeChecked()
    codeComes()
    await expect(page.getByRole('grid')).toBeVisible()
    await expect(page).toHaveURL(/view=week/)
    await expect(page.getByRole('radio', { name: t('Неделя') })).toBeChecked()
  })

  test('several clicks, two of which on one toggle cancel each other', async ({ page, t }) => {
    const codeComes = await holdCode(page)
    await page.goto('/contracts-and-payments', { waitUntil: 'commit' })
    const chips = page.getByRole('group', { name: t('Статус договора') }).getByRole('button')
    for (const nth of [0, 1, 1]) await chips.nth(nth).click()
    codeComes()
    for (const [nth, pressed] of ['true', 'false'].entries())
      await expect(chips.nth(nth)).toHaveAttribute('aria-pressed', pressed)
  })

  test('a select', async ({ page, t }) => {
    await page.goto('/contracts-and-payments')
    await page.locator('main a[href^="/contracts-and-payments/"]').first().click()
    const months = page.getByLabel(t('Что будет к концу месяца'))
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

test('errors of other scripts are ignored', async ({ page }) => {
  await page.route('**/assets/*.js', () => new Promise(() => undefined))
  await page.goto('/schedule', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate(() => {
    window.dispatchEvent(new ErrorEvent('error', { filename: 'chrome-extension://helper/page.js' }))
    for (const picture of document.images) picture.dispatchEvent(new Event('error'))
  })
  await expect(page.getByRole('alert')).toBeHidden()
})

for (const [language, width] of [
  ['ru', 375],
  ['en', 1440],
] as const) {
  test(`at ${width} px the error is shown in ${language} and covers nothing at the end of the page`, async ({
    page,
    context,
  }) => {
    await context.addCookies([{ name: 'lang', value: language, domain: 'localhost', path: '/' }])
    await page.setViewportSize({ width, height: 800 })
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto('/schedule', { waitUntil: 'load' })
    await expect(page.getByRole('alert')).toHaveText(words[language].said)
    await expect(page.getByRole('link', { name: words[language].again })).toBeInViewport({ ratio: 1 })
    // The end of the page is above the message.
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    const [said, footer] = await Promise.all([
      page.getByRole('alert').boundingBox(),
      page.getByRole('contentinfo').boundingBox(),
    ])
    if (said === null || footer === null) throw new Error('Both are visible')
    expect(footer.y + footer.height).toBeLessThanOrEqual(said.y + 12)
  })
}

test('on a static host the shell shows the error in the stored language', async ({ page, context, server }) => {
  await using host = await serveStatically(server.address)
  await context.addCookies([{ name: 'lang', value: 'en', domain: 'localhost', path: '/' }])
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(`${host.address}/schedule`, { waitUntil: 'load' })
  await expect(page.getByRole('alert')).toHaveText(words.en.said)
})

/** Holds the code of the page until the returned function is called. */
async function holdCode(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(entry, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

async function expectAlive(page: Page, menu: string): Promise<void> {
  // The code removes the hidden message when it runs.
  await expect(page.locator('#unfinished')).not.toBeAttached()
  await page.getByRole('button', { name: menu }).click()
  await expect(page.getByRole('menu')).toBeVisible()
}
