import { expect } from 'playwright/test'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { openFromMenu, waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { chooseDemoAccount } from '#tests/support/browser/provider-page.ts'
import { changing, test } from '#tests/support/browser/story.ts'

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
  await page.goto('/schedule?date=2026-09-15')
  await expect(page.getByRole('link', { name: t('Следующий месяц') })).toBeVisible()
  // Adjacent months are prefetched when the page is idle; after the end of the session they would redirect first.
  await waitForIdleNetwork(page)
  await context.clearCookies({ name: 'lk_session' })
  await openFromMenu(page, 'Мероприятия')
  await expect(page.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
  await chooseDemoAccount(page, 'family', language)
  await expect(page).toHaveURL(/\/events$/)
  await expect(page.getByRole('button', { name: t('Меню пользователя') })).toBeVisible()

  await page.goto('/schedule?view=week&date=2027-03-10&filter[kind][]=offline')
  await expect(page.getByRole('button', { name: t('Убрать фильтр: {label}', { label: t('Очно') }) })).toBeVisible()
  const address = page.url()
  await context.clearCookies({ name: 'lk_session' })
  // The session of the provider is still valid.
  await page.reload()
  await expect(page.getByRole('button', { name: t('Убрать фильтр: {label}', { label: t('Очно') }) })).toBeVisible()
  expect(page.url()).toBe(address)
})
