import { expect, type Page, type Request } from 'playwright/test'
import { pageMessages as providerWords } from '#server/html/messages.ts'
import type { DemoLogin } from '#server/idp/demo-accounts.ts'
import { chooseDemoAccount, signInAt } from '#tests/support/browser/provider-page.ts'
import { test } from '#tests/support/browser/story.ts'

const homes = [
  { kind: 'parent', login: 'family', home: '/home-page', heading: 'Главная' },
  { kind: 'teacher', login: 'teacher', home: '/profile', heading: 'Профиль' },
  { kind: 'student', login: 'student', home: '/contracts-and-payments', heading: 'Договоры и оплата' },
  { kind: 'person without a role', login: 'no-role', home: '/contracts-and-payments', heading: 'Договоры и оплата' },
  { kind: 'administrator', login: 'administrator', home: '/adm-panel/', heading: 'Панель администратора' },
] as const satisfies readonly { kind: string; login: DemoLogin; home: string; heading: string }[]

for (const { kind, login, home, heading } of homes) {
  test(`a ${kind} who comes to the front door and signs in lands on ${home} (S6)`, async ({ page, say, language }) => {
    await page.goto('/')
    await chooseDemoAccount(page, login, language)
    await expect(page.getByRole('heading', { level: 1, name: say(heading) })).toBeVisible()
    await expect(page).toHaveURL(home)
  })
}

test('whoever thinks better of signing in may look at the catalog and sign in from there', async ({
  page,
  say,
  language,
}) => {
  await page.goto('/schedule')
  await page.getByRole('button', { name: providerWords[language].cancel }).click()
  await expect(page.getByRole('heading', { level: 1, name: say('Каталог курсов') })).toBeVisible()
  await page.getByRole('button', { name: say('Войти'), exact: true }).click()
  await chooseDemoAccount(page, 'teacher', language)
  await expect(page.getByRole('button', { name: say('Меню пользователя') })).toBeVisible()
  await expect(page).toHaveURL('/catalog')
})

test('signing out ends at the provider too: the next page asks to sign in again', async ({ page, say, language }) => {
  await signInAt(page, { address: '/profile', login: 'teacher', language })
  await page.getByRole('button', { name: say('Меню пользователя') }).click()
  await page.getByRole('menuitem', { name: say('Выйти') }).click()
  await expect(page.getByRole('heading', { level: 1, name: providerWords[language].signIn })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: providerWords[language].signIn })).toBeVisible()
})

test('a sign-out that fails says so, changes nothing and can be repeated (D-4)', async ({ page, say, language }) => {
  await signInAt(page, { address: '/profile', login: 'teacher', language })
  await page.route('**/api/v1/auth/logout-link', (route) => route.abort())
  await page.goto('/logout')
  await expect(page.getByRole('heading', { level: 1, name: say('Не удалось выйти') })).toBeVisible()
  await page.unroute('**/api/v1/auth/logout-link')
  await page.getByRole('button', { name: say('Попробовать снова') }).click()
  await expect(page.getByRole('heading', { level: 1, name: providerWords[language].signIn })).toBeVisible()
})

test('the used sign-in page, reloaded or come back to, never signs in twice and never fails', async ({
  page,
  say,
  language,
}) => {
  const results: Request[] = []
  page.on('request', (request) => isResultPage(request) && results.push(request))
  await signInAt(page, { address: '/profile', login: 'teacher', language })
  const [used] = results
  const session = await sessionOf(page)

  await page.goto(used?.url() ?? '')
  await expect(page.getByRole('heading', { level: 1, name: say('Профиль') })).toBeVisible()
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1, name: say('Мероприятия') })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: say('Профиль') })).toBeVisible()
  expect(await sessionOf(page)).toBe(session)
})

test('code and state in another browser than the one that asked for them are refused', async ({
  page,
  openDevice,
  say,
  language,
}) => {
  await page.goto('/profile')
  const leadsBack = page.waitForRequest(isResultPage)
  // What a redirect leads to is not held up: the call of the page that it leads to is.
  const call = '**/api/v1/auth/oauth-result'
  await page.route(call, () => new Promise(() => undefined))
  await chooseDemoAccount(page, 'teacher', language)
  const stolen = (await leadsBack).url()
  await page.goto('about:blank')

  const thief = await (await openDevice(null)).newPage()
  await thief.goto(stolen)
  await expect(thief.getByRole('heading', { level: 1, name: say('Внутренняя ошибка сервера') })).toBeVisible()
  expect(await thief.context().cookies()).not.toContainEqual(expect.objectContaining({ name: 'lk_session' }))

  await page.unroute(call)
  // The page goes on by itself, maybe before it has loaded.
  await page.goto(stolen, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: say('Профиль') })).toBeVisible()
})

function isResultPage(request: Request): boolean {
  return request.isNavigationRequest() && new URL(request.url()).pathname === '/auth/oauth-result'
}

async function sessionOf(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'lk_session')?.value
}
