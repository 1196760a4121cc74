import { expect } from 'playwright/test'
import { pageMessages as providerWords } from '#server/html/messages.ts'
import { openFromMenu } from '#tests/support/browser/navigation.ts'
import { chooseDemoAccount } from '#tests/support/browser/provider-page.ts'
import { changing, test } from '#tests/support/browser/story.ts'
import { deliveryVariables, payeeVariables } from '#tests/support/documents/payee.ts'
import { startServer } from '#tests/support/server/server-process.ts'

test.use({ login: 'family' })

changing(
  'a server that restarts under an open page is not noticed: the person stays signed in and goes on',
  async ({ page, server, say }) => {
    await page.goto('/profile')
    await expect(page.getByRole('heading', { level: 1, name: say('Профиль') })).toBeVisible()
    await server.restart()
    await openFromMenu(page, 'Договоры и оплата')
    await expect(
      page
        .getByRole('list', { name: say('Договоры') })
        .getByRole('listitem')
        .first(),
    ).toBeVisible()
  },
)

test('a session that ends in the middle of work leads to sign-in and back to the very same address', async ({
  page,
  context,
  say,
  language,
}) => {
  await page.goto('/schedule?date=2026-09-15')
  await expect(page.getByRole('link', { name: say('Следующий месяц') })).toBeVisible()
  // The months beside are fetched once the page rests: were the session over by then, they would lead away first.
  await page.waitForLoadState('networkidle')
  await context.clearCookies({ name: 'lk_session' })
  await openFromMenu(page, 'Мероприятия')
  await expect(page.getByRole('heading', { level: 1, name: providerWords[language].signIn })).toBeVisible()
  await chooseDemoAccount(page, 'family', language)
  await expect(page).toHaveURL(/\/events$/)
  await expect(page.getByRole('button', { name: say('Меню пользователя') })).toBeVisible()

  await page.goto('/schedule?view=week&date=2027-03-10&filter[kind][]=offline')
  await expect(page.getByRole('button', { name: say('Очно'), pressed: true })).toBeVisible()
  const address = page.url()
  await context.clearCookies({ name: 'lk_session' })
  // The provider still knows the person and asks nothing.
  await page.reload()
  await expect(page.getByRole('button', { name: say('Очно'), pressed: true })).toBeVisible()
  expect(page.url()).toBe(address)
})

test('while the identity provider is down a visitor reads of a failure on our side, not a blank page', async ({
  browser,
  say,
}) => {
  const server = await startServer({
    env: {
      DEMO: 'off',
      OIDC_ISSUER: 'http://localhost:9',
      OIDC_CLIENT_SECRET: 'no matter which, nobody is there',
      ...payeeVariables,
      ...deliveryVariables,
    },
  })
  const page = await browser.newPage({ baseURL: server.address, locale: 'ru-RU' })
  await page.goto('/schedule')
  await expect(page.getByRole('heading', { level: 1, name: say('Внутренняя ошибка сервера') })).toBeVisible()
  await expect(page.getByRole('button', { name: say('Попробовать снова') })).toBeVisible()
  await page.context().close()
  await server.stop()
})
