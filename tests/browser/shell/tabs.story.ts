import { expect, type Page } from 'playwright/test'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { openFromMenu } from '#tests/support/browser/navigation.ts'
import { newSession, test } from '#tests/support/browser/story.ts'

test('signing out in one tab signs out the other (D-5)', async ({ page, context, server, t, language }) => {
  await context.addCookies([await newSession(server, 'teacher')])
  await page.goto('/profile')
  const second = await context.newPage()
  await second.goto('/events')
  await expect(second.getByRole('heading', { level: 1, name: t('Мероприятия') })).toBeVisible()
  await second.getByRole('button', { name: t('Меню пользователя') }).click()
  await second.getByRole('menuitem', { name: t('Выйти') }).click()
  for (const tab of [second, page]) {
    await expect(tab.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
  }
})

test('when another user signs in in a second tab, the first shows only that user', async ({
  page,
  context,
  server,
  t,
}) => {
  await context.addCookies([await newSession(server, 'teacher')])
  await page.goto('/profile')
  await expect(userMenu(page, t('Меню пользователя'))).toContainText('Ирина')

  await context.addCookies([await newSession(server, 'student')])
  const second = await context.newPage()
  await second.goto('/profile')
  await expect(userMenu(second, t('Меню пользователя'))).toContainText('Артём')
  await expect(userMenu(page, t('Меню пользователя'))).toContainText('Артём')
  await expect(page.getByText('Белова')).toHaveCount(0)
})

test('a stale tab never shows data of one user under the name of another', { tag: '@nightly' }, async ({
  page,
  context,
  server,
  t,
}) => {
  await context.addCookies([await newSession(server, 'family')])
  await page.goto('/profile')
  await expect(userMenu(page, t('Меню пользователя'))).toContainText('Ольга')
  await context.addCookies([await newSession(server, 'student')])

  const shown = watchNames(page)
  await openFromMenu(page, 'Договоры и оплата')
  await expect(userMenu(page, t('Меню пользователя'))).toContainText('Артём')
  await expect(page.getByRole('heading', { level: 1, name: t('Договоры и оплата') })).toBeVisible()
  expect(await shown()).toEqual([409])
})

function userMenu(page: Page, name: string) {
  return page.getByRole('banner').getByRole('button', { name })
}

/** The statuses of the calls made for the previous user. */
function watchNames(page: Page): () => Promise<number[]> {
  const statuses: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/profile/contract/list') || statuses.length > 0) return
    statuses.push(request.response().then((response) => response?.status() ?? 0))
  })
  return () => Promise.all(statuses)
}
