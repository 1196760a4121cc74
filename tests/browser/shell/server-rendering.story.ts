import { expect, type Page } from 'playwright/test'
import { openFromMenu } from '#tests/support/browser/navigation.ts'
import { serveStatically } from '#tests/support/browser/static-host.ts'
import { test } from '#tests/support/browser/story.ts'

const settings = ['/api/v1/system/config', '/api/v1/profile', '/api/v1/system/menu']

test.use({ login: 'family' })

test('on a static host the shell is visible before scripts have loaded, and shows an error without them', async ({
  page,
  server,
}) => {
  await using host = await serveStatically(server.address)
  const lost = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await lost.promise
    await route.abort()
  })
  await page.goto(`${host.address}/schedule`, { waitUntil: 'commit' })
  await expect(page.getByText('Личный кабинет', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toBeHidden()
  lost.resolve()
  await expect(page.getByRole('alert')).toHaveText(/^Страница загрузилась не полностью:/)
})

test('on a static host the document sends early requests once, and the page works', async ({ page, server, t }) => {
  await using host = await serveStatically(server.address)
  const asked = listenToCalls(page)
  await page.goto(`${host.address}/schedule?view=week`)
  await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
  await expect(
    page
      .getByRole('navigation', { name: t('Меню') })
      .getByRole('link')
      .first(),
  ).toBeVisible()
  expect(asked.filter((path) => settings.includes(path))).toEqual(settings)
  expect(asked.slice(0, settings.length)).toEqual(settings)
  await openFromMenu(page, 'Мероприятия')
  await expect(page.getByRole('heading', { level: 1, name: t('Мероприятия') })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages can be read on a phone and navigated by links', async ({ page, t }) => {
    await page.setViewportSize({ width: 375, height: 900 })
    const menu = page.getByRole('navigation', { name: t('Меню') })
    const heading = (name: string) => page.getByRole('heading', { level: 1, name: t(name) })
    await page.goto('/')
    await expect(heading('Главная')).toBeVisible()
    // The menu is above the content and not beside it.
    await expect(page.locator('.menu-layout')).toHaveCSS('display', 'block')
    await menu.getByRole('link', { name: t('Договоры и оплата') }).click()
    await expect(heading('Договоры и оплата')).toBeVisible()
    await page.locator('main a[href^="/contracts-and-payments/"]').first().click()
    await expect(page).toHaveURL(/contracts-and-payments\/./)
    await menu.getByRole('link', { name: t('Расписание') }).click()
    await expect(heading('Расписание')).toBeVisible()
    await menu.getByRole('link', { name: t('Мероприятия') }).click()
    await expect(heading('Мероприятия')).toBeVisible()
    // Playwright's role selector ignores <noscript>.
    await page.locator('noscript a[href="/profile"]').click()
    await expect(heading('Профиль')).toBeVisible()
  })

  test('on a static host the page says in both languages that it needs JavaScript', async ({ page, server }) => {
    await using host = await serveStatically(server.address)
    await page.goto(`${host.address}/schedule`)
    // Playwright's text selector ignores <noscript>.
    const [inRussian, inEnglish] = [page.locator('noscript p').first(), page.locator('noscript p').last()]
    await expect(inRussian).toBeVisible()
    await expect(inRussian).toContainText('Личному кабинету нужен JavaScript.')
    await expect(inEnglish).toBeVisible()
    await expect(inEnglish).toContainText('This site needs JavaScript.')
  })
})

function listenToCalls(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  return asked
}
