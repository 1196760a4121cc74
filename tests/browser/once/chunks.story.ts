import { expect, type Page } from 'playwright/test'
import { builtFrom, chunkOf } from '#tests/support/faults.ts'
import { openFromMenu } from '#tests/support/menu.ts'
import { test } from '#tests/support/story.ts'

test.use({ login: 'family' })

test('a page whose code cannot be had says so by name and offers to reload', async ({ page, say }) => {
  const documents = listenToDocuments(page)
  await page.goto('/profile')
  await page.route(chunkOf('events'), (route) => route.fulfill({ status: 404 }))
  await openFromMenu(page, 'Мероприятия')
  await expect(page.getByRole('alert')).toContainText(say('Страница не загрузилась'))
  await expect(page.getByRole('alert')).toContainText('Loading chunk events failed')
  await expect(page.getByRole('navigation', { name: say('Меню') })).toBeVisible()
  expect(documents).toHaveLength(1)

  await page.unroute(chunkOf('events'))
  await page.getByRole('button', { name: say('Обновить страницу') }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('Мероприятия') })).toBeVisible()
})

test('a page whose words cannot be had fails alone, and the menu leads on', async ({ page, say }) => {
  await page.goto('/profile')
  await page.route(chunkOf('events', 'words.ru.po'), (route) => route.abort())
  await openFromMenu(page, 'Мероприятия')
  await expect(page.getByRole('alert')).toContainText(say('Страница не загрузилась'))
  await openFromMenu(page, 'Договоры и оплата')
  await expect(page.getByRole('heading', { level: 1, name: say('Договоры и оплата') })).toBeVisible()
})

test('a new release in the meantime reloads the page by itself, once (D-32)', async ({ page, say }) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: say('Профиль') })).toBeVisible()
  const documents = listenToDocuments(page)
  await page.route(chunkOf('events'), (route) => route.fulfill({ status: 404 }))
  await page.route(
    (url) => url.pathname === '/',
    (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/index-newer.js"></script>' }),
  )
  await openFromMenu(page, 'Мероприятия')
  await expect(page.getByRole('alert')).toContainText('Loading chunk events failed')
  await expect.poll(() => documents).toHaveLength(1)
  // The release answers the same after the reload: the offer stays, and nothing reloads a second time.
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
  await page.getByRole('button', { name: say('Обновить страницу') }).click()
  await asked
  await expect(page.getByRole('alert')).toContainText('Loading chunk events failed')
  expect(documents).toHaveLength(2)
})

test('the user menu keeps its button, with the focus on it, while its code is on its way', async ({ page, say }) => {
  const held = Promise.withResolvers<void>()
  await page.route(builtFrom('src/ui/menu.tsx'), async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/profile')
  const button = page.getByRole('button', { name: say('Меню пользователя') })
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toBeFocused()
  held.resolve()
  await expect(page.getByRole('menuitem', { name: say('Профиль') })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

const menus = [
  { menu: 'user menu', button: 'Меню пользователя', source: 'src/ui/menu.tsx', opened: 'menu', width: 1440 },
  { menu: 'menu', button: 'Открыть меню', source: 'src/ui/layouts/menu-drawer.tsx', opened: 'dialog', width: 375 },
] as const

for (const { menu, button: name, source, opened, width } of menus) {
  test(`a ${menu} whose code cannot be had says so, and opens at another try`, async ({ page, say }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.route(builtFrom(source), (route) => route.abort())
    await page.goto('/profile')
    const button = page.getByRole('button', { name: say(name) })
    await button.click()
    await expect(page.getByRole('alert')).toContainText(say('Не удалось загрузить'))
    await expect(page.getByRole('heading', { level: 1, name: say('Профиль') })).toBeVisible()
    await expect(button).toBeFocused()
    await page.unroute(builtFrom(source))
    await button.click()
    await expect(page.getByRole(opened)).toBeVisible()
  })
}

function listenToDocuments(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  return documents
}
