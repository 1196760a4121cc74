import { expect, type Page, type Request } from 'playwright/test'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/story.ts'
import { signInAt } from '#tests/support/pages/provider-page.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'

test('an unlinked account shows an error on the form, and a linked one opens the requested page', async ({
  page,
  t,
  language,
}) => {
  const { signInThrough, through } = providerMessages[language]
  const button = page.getByRole('link', { name: `${signInThrough} VK ID` })
  await page.goto('/profile?section=accounts')
  await button.click()
  await expectAccessible(page)
  await page.getByRole('button', { name: /guest-2035/ }).click()
  await expect(page.getByRole('alert')).toHaveText(through.unlinked('VK ID'))
  await expectAccessible(page)

  await button.click()
  await page.getByRole('button', { name: /olga\.sokolova/ }).click()
  await expect(page).toHaveURL('/profile?section=accounts')
  await expect(shellPage(page, t).title('Привязанные аккаунты')).toBeVisible()
  await expect(page.getByText('olga.sokolova')).toBeVisible()
})

test('the page of a completed sign-in works when reloaded and after Back', { tag: '@nightly' }, async ({
  page,
  t,
  language,
}) => {
  const results: Request[] = []
  page.on('request', (request) => isResultPage(request) && results.push(request))
  await signInAt(page, { address: '/profile', login: 'teacher', language })
  const [used] = results
  const session = await sessionOf(page)

  await page.goto(used?.url() ?? '')
  await expect(shellPage(page, t).title('Профиль')).toBeVisible()
  await page.goto('/events')
  await expect(page.getByRole('heading', { level: 1, name: t('Мероприятия') })).toBeVisible()
  await page.goBack()
  await expect(shellPage(page, t).title('Профиль')).toBeVisible()
  expect(await sessionOf(page)).toBe(session)
})

function isResultPage(request: Request): boolean {
  return request.isNavigationRequest() && new URL(request.url()).pathname === '/auth/oauth-result'
}

async function sessionOf(page: Page): Promise<string | undefined> {
  const cookies = await page.context().cookies()
  return cookies.find(({ name }) => name === 'lk_session')?.value
}
