import { expect } from 'playwright/test'
import { openFromMenu, waitForHydration } from '#tests/support/browser/navigation.ts'
import { changing, test } from '#tests/support/browser/story.ts'
import { chooseDemoAccount } from '#tests/support/pages/provider-page.ts'

test.use({ login: 'family' })

changing('a restart of the server does not affect an open page', { tag: '@nightly' }, async ({ page, server, t }) => {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1, name: t('Профиль') })).toBeVisible()
  await server.restart()
  await openFromMenu(page, 'Договоры и оплата')
  await expect(
    page
      .getByRole('list', { name: t('Договоры') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
})

test('an expired session leads to sign-in and back to the same URL', async ({ page, context, t, language }) => {
  const filter = page.getByRole('button', { name: t('Убрать фильтр: {label}', { label: t('Очно') }) })
  await context.clearCookies({ name: 'lk_session' })
  await page.goto('/schedule?view=week&date=2027-03-10&filter[kind][]=offline')
  await chooseDemoAccount(page, 'family', language)
  await expect(filter).toBeVisible()
  await waitForHydration(page)
  const address = page.url()
  await context.clearCookies({ name: 'lk_session' })
  // The session of the provider is still valid.
  await page.reload()
  await expect(filter).toBeVisible()
  expect(page.url()).toBe(address)
})
