import { expect, type Locator, type Page, type Route } from 'playwright/test'
import { builtFrom, chunkOf, dependenciesOf, withPage } from '#tests/support/browser/faults.ts'
import { openFromMenu } from '#tests/support/browser/navigation.ts'
import { test } from '#tests/support/browser/story.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'

test.use({ login: 'family' })

const isAll = process.env.TEST_ALL !== undefined

test('a page whose code fails to load shows its name and offers a reload', { tag: '@nightly' }, async ({ page, t }) => {
  const documents = listenToDocuments(page)
  await page.goto('/profile')
  await page.route(chunkOf('events'), (route) => route.fulfill({ status: 404 }))
  await openFromMenu(page, 'Мероприятия')
  await expect(page.getByRole('alert')).toContainText(t('Страница не загрузилась'))
  await expect(page.getByRole('alert')).toContainText('Loading chunk events failed')
  await expect(page.getByRole('navigation', { name: t('Меню') })).toBeVisible()
  expect(documents).toHaveLength(1)

  await page.unroute(chunkOf('events'))
  await page.getByRole('button', { name: t('Обновить страницу') }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('Мероприятия') })).toBeVisible()
})

test('a new release reloads the page automatically, once (D-32)', async ({ page, t }) => {
  await page.goto('/profile')
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
  // The release answers the same after the reload: the offer stays without a second reload.
  const asked = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
  await page.getByRole('button', { name: t('Обновить страницу') }).click()
  await asked
  await expect(page.getByRole('alert')).toContainText('Loading chunk events failed')
  expect(documents).toHaveLength(2)
})

test('the button of the user menu keeps the focus while the menu is loading', async ({ page, t }) => {
  const held = Promise.withResolvers<void>()
  await page.route(builtFrom('src/ui/overlay/menu.tsx'), async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/profile')
  const button = shellPage(page, t).userMenu
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toHaveAttribute('aria-busy', 'true')
  await expect(button).toBeFocused()
  held.resolve()
  await expect(page.getByRole('menuitem', { name: t('Профиль') })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})

/** A dropped connection, a restarting server, the page of a proxy, and a file of an older release. */
const faults: readonly ((route: Route) => Promise<void>)[] = [
  (route) => route.abort('connectionreset'),
  (route) => route.fulfill({ status: 503 }),
  withPage,
  (route) => route.fulfill({ status: 404 }),
]

type LateCode = {
  what: string
  path: string
  files: string[]
  open: (page: Page) => Promise<void>
  failure?: string
  opened: (page: Page) => Locator
}

const press = (name: string) => (page: Page) => page.getByRole('button', { name }).click()
const lateCode: readonly LateCode[] = [
  {
    what: 'a page',
    path: '/profile',
    files: [chunkOf('events')],
    open: openEvents,
    failure: 'Страница не загрузилась',
    opened: (page) => page.getByRole('heading', { level: 1, name: 'Мероприятия' }),
  },
  {
    what: 'an import of a page',
    path: '/profile',
    files: dependenciesOf('events', 'page.tsx', ['profile', 'contracts-and-payments']),
    open: openEvents,
    failure: 'Страница не загрузилась',
    opened: (page) => page.getByRole('heading', { level: 1, name: 'Мероприятия' }),
  },
  {
    what: 'a dialog',
    path: '/profile',
    files: [chunkOf('profile', 'names-dialog.tsx')],
    open: press('Изменить имя'),
    opened: (page) => page.getByRole('dialog', { name: 'Имя и фамилия' }),
  },
  {
    what: 'the user menu',
    path: '/profile',
    files: [builtFrom('src/ui/overlay/menu.tsx')],
    open: (page) => shellPage(page).userMenu.click(),
    opened: (page) => page.getByRole('menu'),
  },
  {
    what: 'a language',
    path: '/events',
    files: [builtFrom('src/locales/en/messages.po')],
    open: async (page) => {
      await shellPage(page).userMenu.click()
      await shellPage(page).choice('English').click()
    },
    opened: (page) => page.getByRole('heading', { level: 1, name: 'Events' }),
  },
]

for (const [index, late] of lateCode.entries()) {
  const { what, path, files, open, failure = 'Не удалось загрузить', opened } = late
  // The kinds of code take turns; the nightly run plays all kinds, and tries all faults for the page.
  const own = index === 0 && isAll ? faults : faults.slice(index % faults.length).slice(0, 1)
  const tag = isAll || ['a page', 'a dialog'].includes(what) ? '@old' : '@nightly'
  test(`${what} that fails to load shows an error and opens at the next click`, { tag }, async ({ page }) => {
    expect(files).not.toEqual([])
    const documents = listenToDocuments(page)
    for (const fault of own) {
      for (const file of files) await page.route(file, fault)
      await page.context().addCookies([{ name: 'lang', value: 'ru', domain: 'localhost', path: '/' }])
      await page.goto(path)
      documents.length = 0
      await open(page)
      await expect(page.getByText(failure, { exact: true })).toBeVisible()
      await page.unrouteAll({ behavior: 'wait' })
      await open(page)
      await expect(opened(page)).toBeVisible()
      expect(documents).toEqual([])
    }
  })
}

async function openEvents(page: Page): Promise<void> {
  await openFromMenu(page, 'Договоры и оплата')
  await expect(page.getByRole('heading', { level: 1, name: 'Договоры и оплата' })).toBeVisible()
  await openFromMenu(page, 'Мероприятия')
}

function listenToDocuments(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  return documents
}
