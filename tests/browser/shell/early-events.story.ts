import { expect, type Locator, type Page, type Route } from 'playwright/test'
import { builtFrom } from '#tests/support/browser/faults.ts'
import { waitForHydration } from '#tests/support/browser/navigation.ts'
import { test } from '#tests/support/browser/story.ts'
import type { Translate } from '#tests/support/browser/translations.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'

// Server-rendered pages and shells whose code does not run.
test.use({ login: 'family' })

const words = {
  ru: { said: /^Страница загрузилась не полностью: кнопки не работают\./, again: 'Загрузить ещё раз' },
  en: { said: /^The page has not loaded completely: its buttons do not work\./, again: 'Load it again' },
}

const answerWith = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body })
const entry = builtFrom('index.html')
const faults: [string, string, (route: Route) => Promise<void>][] = [
  ['is missing after a release', entry, (route) => route.fulfill({ status: 404 })],
  ['loads only its first file', '**/assets/initial-*.js', (route) => route.abort('blockedbyclient')],
  ['throws before hydration', entry, answerWith('throw new TypeError("broken")')],
  ['throws while it starts', entry, answerWith('await null; throw new TypeError("broken")')],
  ['is newer than the browser', entry, answerWith('const app = ?')],
  ['fails to load its messages', builtFrom('src/locales/ru/messages.po'), (route) => route.abort()],
]

for (const [at, [what, files, fault]] of faults.entries()) {
  const tag = at === 0 ? [] : ['@nightly']
  test(`a rendered page whose code ${what} shows an error, and works after a reload`, { tag }, async ({ page, t }) => {
    await page.route(files, fault)
    await page.goto('/schedule', { waitUntil: 'load' })
    await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
    await expect(page.getByRole('alert')).toHaveText(words.ru.said)
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
    await page.unroute(files)
    await page.getByRole('alert').getByRole('link', { name: words.ru.again }).click()
    await expectAlive(page, t)
  })
}

test('a page whose code takes long shows an error until it runs', { tag: '@nightly' }, async ({ page, t }) => {
  await page.clock.install()
  const codeComes = await holdCode(page)
  await page.goto('/schedule', { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  await page.clock.runFor(20_000)
  await expect(page.getByRole('alert')).toHaveText(words.ru.said)
  codeComes()
  await expectAlive(page, t)
})

test('a button cannot be pressed before hydration, looks so, and works afterwards', async ({ page, t }) => {
  const codeComes = await holdCode(page)
  await page.goto('/schedule', { waitUntil: 'commit' })
  const button = shellPage(page, t).userMenu
  await expect(button).toHaveCSS('opacity', '0.5')
  await pressAt(page, button)
  codeComes()
  await waitForHydration(page)
  await expect(button).toHaveCSS('opacity', '1')
  await expect(page.getByRole('menu')).toBeHidden()
  await button.click()
  await expect(shellPage(page, t).signOut).toBeVisible()
})

test('text that is typed before and during hydration is searched for', async ({ page, t }) => {
  const codeComes = await holdCode(page)
  await page.goto('/catalog', { waitUntil: 'commit' })
  const search = page.getByLabel(t('Найти курс'))
  await search.pressSequentially('роот')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  codeComes()
  await waitForHydration(page)
  const searched = () => new URL(page.url()).searchParams.get('search')
  await expect.poll(searched).toBe('роот')
  await page.keyboard.type('б')
  await expect(search).toHaveValue('робот')
  await expect.poll(searched).toBe('робот')
  await expect(page.getByRole('listitem').filter({ hasText: /робот/i }).first()).toBeVisible()
})

test('each press on a toggle counts once: none before hydration, all afterwards', { tag: '@nightly' }, async ({
  page,
  t,
}) => {
  const codeComes = await holdCode(page)
  await page.goto('/contracts-and-payments', { waitUntil: 'commit' })
  const chip = page
    .getByRole('group', { name: t('Статус договора') })
    .getByRole('button')
    .first()
  await pressAt(page, chip)
  codeComes()
  await waitForHydration(page)
  await expect(chip).toHaveAttribute('aria-pressed', 'false')
  for (const pressed of ['true', 'false', 'true']) {
    await chip.click()
    await expect(chip).toHaveAttribute('aria-pressed', pressed)
  }
})

test('controls that are not hydrated cannot be reached by keyboard', async ({ page, t }) => {
  const codeComes = await holdCode(page)
  await page.goto('/catalog', { waitUntil: 'commit' })
  await expect(page.getByLabel(t('Найти курс'))).toBeVisible()
  const isOperable = () =>
    page.evaluate(() => document.activeElement?.matches('a, summary, input[type=text], main, body'))
  for (let stop = 0; stop < 20; stop += 1) {
    await page.keyboard.press('Tab')
    expect(await isOperable()).toBe(true)
  }
  codeComes()
})

test.describe('for a teacher', () => {
  test.use({ login: 'teacher' })

  test('a page of other roles works as soon as its code has run', async ({ page }) => {
    await page.goto('/schedule', { waitUntil: 'load' })
    // Sooner than responses are released without a hydrated page.
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '', { timeout: 3_000 })
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

test('on a phone the error is shown in English and covers nothing at the end of the page', { tag: '@nightly' }, async ({
  page,
  context,
}) => {
  await context.addCookies([{ name: 'lang', value: 'en', domain: 'localhost', path: '/' }])
  await page.setViewportSize({ width: 375, height: 800 })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/schedule', { waitUntil: 'load' })
  await expect(page.getByRole('alert')).toHaveText(words.en.said)
  await expect(page.getByRole('link', { name: words.en.again })).toBeInViewport({ ratio: 1 })
  // The end of the page is above the message.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const [said, footer] = await Promise.all([
    page.getByRole('alert').boundingBox(),
    page.getByRole('contentinfo').boundingBox(),
  ])
  if (said === null || footer === null) throw new Error('Both are visible')
  expect(footer.y + footer.height).toBeLessThan(said.y + 13)
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

/** Presses where the element is, whether it takes the press or not. */
async function pressAt(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('The element is not visible')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function expectAlive(page: Page, t: Translate): Promise<void> {
  // The code removes the hidden message when it runs.
  await expect(page.locator('#unfinished')).not.toBeAttached()
  await waitForHydration(page)
  await shellPage(page, t).userMenu.click()
  await expect(page.getByRole('menu')).toBeVisible()
}
