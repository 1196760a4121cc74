import { expect, type Page } from 'playwright/test'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { openFromMenu } from '#tests/support/browser/navigation.ts'
import { newSession, test } from '#tests/support/browser/story.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'

test('signing out in one tab signs out the other (D-5)', async ({ page, context, server, t, language }) => {
  await context.addCookies([await newSession(server, 'teacher')])
  await page.goto('/profile')
  const second = await context.newPage()
  await second.goto('/events')
  await expect(shellPage(second, t).title('Мероприятия')).toBeVisible()
  await shellPage(second, t).userMenu.click()
  await shellPage(second, t).signOut.click()
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
  await expect(shellPage(page, t).userMenu).toContainText('Ирина')

  await context.addCookies([await newSession(server, 'student')])
  const second = await context.newPage()
  await second.goto('/profile')
  await expect(shellPage(second, t).userMenu).toContainText('Артём')
  await expect(shellPage(page, t).userMenu).toContainText('Артём')
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
  await expect(shellPage(page, t).userMenu).toContainText('Ольга')
  await context.addCookies([await newSession(server, 'student')])

  const shown = watchNames(page)
  await openFromMenu(page, 'Договоры и оплата')
  await expect(shellPage(page, t).userMenu).toContainText('Артём')
  await expect(shellPage(page, t).title('Договоры и оплата')).toBeVisible()
  expect(await shown()).toEqual([409])
})

/** The statuses of the calls made for the previous user. */
function watchNames(page: Page): () => Promise<number[]> {
  const statuses: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/profile/contract/list') || statuses.length > 0) return
    statuses.push(request.response().then((response) => response?.status() ?? 0))
  })
  return () => Promise.all(statuses)
}
