import { expect, type Page } from 'playwright/test'
import { pageMessages as providerWords } from '#server/html/messages.ts'
import { openFromMenu } from '#tests/support/browser/navigation.ts'
import { signInAt } from '#tests/support/browser/provider-page.ts'
import { newSession, test } from '#tests/support/browser/story.ts'

test('signing out in one tab signs the other out too (D-5)', async ({ page, context, say, language }) => {
  await signInAt(page, { address: '/profile', login: 'teacher', language })
  const second = await context.newPage()
  await second.goto('/events')
  await expect(second.getByRole('heading', { level: 1, name: say('Мероприятия') })).toBeVisible()
  await second.getByRole('button', { name: say('Меню пользователя') }).click()
  await second.getByRole('menuitem', { name: say('Выйти') }).click()
  for (const tab of [second, page]) {
    await expect(tab.getByRole('heading', { level: 1, name: providerWords[language].signIn })).toBeVisible()
  }
})

test('when another person signs in in a second tab, the first shows that person and nothing of the one before', async ({
  page,
  context,
  server,
  say,
}) => {
  await context.addCookies([await newSession(server, 'teacher')])
  await page.goto('/profile')
  await expect(userMenu(page, say('Меню пользователя'))).toContainText('Ирина')

  await context.addCookies([await newSession(server, 'student')])
  const second = await context.newPage()
  await second.goto('/profile')
  await expect(userMenu(second, say('Меню пользователя'))).toContainText('Артём')
  await expect(userMenu(page, say('Меню пользователя'))).toContainText('Артём')
  await expect(page.getByText('Белова')).toHaveCount(0)
})

test('a stale tab that heard nothing never shows one person’s data under another’s name', async ({
  page,
  context,
  server,
  say,
}) => {
  await context.addCookies([await newSession(server, 'family')])
  await page.goto('/profile')
  await expect(userMenu(page, say('Меню пользователя'))).toContainText('Ольга')
  await context.addCookies([await newSession(server, 'student')])

  const shown = watchNames(page)
  await openFromMenu(page, 'Договоры и оплата')
  await expect(userMenu(page, say('Меню пользователя'))).toContainText('Артём')
  await expect(page.getByRole('heading', { level: 1, name: say('Договоры и оплата') })).toBeVisible()
  expect(await shown()).toEqual([409])
})

function userMenu(page: Page, name: string) {
  return page.getByRole('banner').getByRole('button', { name })
}

/** How the server answered the calls made in the name of the person who is gone. */
function watchNames(page: Page): () => Promise<number[]> {
  const statuses: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!request.url().endsWith('/profile/contract/list') || statuses.length > 0) return
    statuses.push(request.response().then((response) => response?.status() ?? 0))
  })
  return () => Promise.all(statuses)
}
