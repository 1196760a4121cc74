import { expect, type Page, type Request } from 'playwright/test'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { chooseDemoAccount, signInAt } from '#tests/support/browser/provider-page.ts'
import { test } from '#tests/support/browser/story.ts'

test('after signing in at / an administrator sees the panel (S6)', async ({ page, t, language }) => {
  await page.goto('/')
  await chooseDemoAccount(page, 'administrator', language)
  await expect(page.getByRole('heading', { level: 1, name: t('Панель администратора') })).toBeVisible()
  await expect(page).toHaveURL('/adm-panel/')
})

test('an unlinked account shows an error on the form, and a linked one opens the requested page', async ({
  page,
  t,
  language,
}) => {
  const { signInThrough, through } = providerMessages[language]
  const button = page.getByRole('link', { name: `${signInThrough} VK ID` })
  await page.goto('/profile')
  await button.click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /guest-2035/ }).click()
  await expect(page.getByRole('alert')).toHaveText(through.unlinked('VK ID'))
  await expectAccessible(page)

  await button.click()
  await page.getByRole('button', { name: /olga\.sokolova/ }).click()
  await expect(page).toHaveURL('/profile')
  await expect(page.getByRole('heading', { level: 1, name: t('Профиль') })).toBeVisible()
  await expect(page.getByText('olga.sokolova')).toBeVisible()
})

test('a cancelled sign-in leads to the catalog, which has a sign-in button', async ({ page, t, language }) => {
  await page.goto('/schedule')
  await page.getByRole('button', { name: providerMessages[language].cancel }).click()
  await expect(page.getByRole('heading', { level: 1, name: t('Каталог курсов') })).toBeVisible()
  await page.getByRole('button', { name: t('Войти'), exact: true }).click()
  await chooseDemoAccount(page, 'teacher', language)
  await expect(page.getByRole('button', { name: t('Меню пользователя') })).toBeVisible()
  await expect(page).toHaveURL('/catalog')
})

test('signing out ends the session of the provider too', async ({ page, t, language }) => {
  await signInAt(page, { address: '/profile', login: 'teacher', language })
  await page.getByRole('button', { name: t('Меню пользователя') }).click()
  await page.getByRole('menuitem', { name: t('Выйти') }).click()
  await expect(page.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
})

test('a failed sign-out shows an error and can be retried (D-4)', async ({ page, t, language }) => {
  await signInAt(page, { address: '/profile', login: 'teacher', language })
  await page.route('**/api/v1/auth/logout-link', (route) => route.abort())
  await page.goto('/logout')
  await expect(page.getByRole('heading', { level: 1, name: t('Не удалось выйти') })).toBeVisible()
  await page.unroute('**/api/v1/auth/logout-link')
  await page.getByRole('button', { name: t('Попробовать снова') }).click()
  await expect(page.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
})

test('the page of a completed sign-in works when reloaded and after Back', async ({ page, t, language }) => {
  const results: Request[] = []
  page.on('request', (request) => isResultPage(request) && results.push(request))
  await signInAt(page, { address: '/profile', login: 'teacher', language })
  const [used] = results
  const session = await sessionOf(page)

  await page.goto(used?.url() ?? '')
  await expect(page.getByRole('heading', { level: 1, name: t('Профиль') })).toBeVisible()
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1, name: t('Мероприятия') })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: t('Профиль') })).toBeVisible()
  expect(await sessionOf(page)).toBe(session)
})

test('code and state are refused in another browser', async ({ page, openDevice, t, language }) => {
  await page.goto('/profile')
  const leadsBack = page.waitForRequest(isResultPage)
  // A redirect cannot be intercepted; the call of its target page can.
  const call = '**/api/v1/auth/oauth-result'
  await page.route(call, () => new Promise(() => undefined))
  await chooseDemoAccount(page, 'teacher', language)
  const stolen = (await leadsBack).url()
  await page.goto('about:blank')

  const thief = await (await openDevice(null)).newPage()
  await thief.goto(stolen)
  await expect(thief.getByRole('heading', { level: 1, name: t('Внутренняя ошибка сервера') })).toBeVisible()
  expect(await thief.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'lk_session' }))

  await page.unroute(call)
  // The page redirects, possibly before it has loaded.
  await page.goto(stolen, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: t('Профиль') })).toBeVisible()
})

function isResultPage(request: Request): boolean {
  return request.isNavigationRequest() && new URL(request.url()).pathname === '/auth/oauth-result'
}

async function sessionOf(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'lk_session')?.value
}
