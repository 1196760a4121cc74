import { type BrowserContext, expect, type Page } from 'playwright/test'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { changing, test } from '#tests/support/browser/story.ts'

test.use({ login: 'family', serviceWorkers: 'allow' })
changing.use({ login: 'family', serviceWorkers: 'allow' })

/** Opens a page and waits until the worker controls the next one and answers are kept. */
async function openKept(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() => keptCalls(page))
    .toEqual(expect.arrayContaining(['GET /v1/profile/events', 'GET /v1/profile/contract/list']))
}

/** The calls whose answers are kept in IndexedDB; null without a person. */
function keptCalls(page: Page): Promise<string[] | null> {
  return page.evaluate(
    () =>
      new Promise<string[] | null>((resolve, reject) => {
        const opening = indexedDB.open('personal-account')
        opening.onupgradeneeded = () => opening.result.createObjectStore('answers')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const asked = opening.result.transaction('answers').objectStore('answers').getAllKeys()
          asked.onsuccess = () => {
            opening.result.close()
            const keys = asked.result.map(String)
            resolve(
              keys.includes('person') ? keys.filter((key) => key !== 'person').map((key) => JSON.parse(key)[0]) : null,
            )
          }
        }
      }),
  )
}

/** The addresses of everything in the caches of the worker. */
function cachedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

async function withoutConnection(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  await work()
  await context.setOffline(false)
}

test('without a connection the schedule can be read, and says from when it is', async ({ page, context, t }) => {
  await openKept(page, '/schedule')
  const lessons = await page.getByRole('main').innerText()
  await withoutConnection(context, async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
    await expect(page.getByText(new RegExp(t('Нет сети.').replace('.', '')))).toBeVisible()
    await expect(page.getByRole('button', { name: t('Проверить связь') })).toBeVisible()
    const line = lessons.split('\n').find((text) => /\d\d:\d\d/.test(text)) ?? ''
    await expect(page.getByRole('main')).toContainText(line.trim())
    for (const [path, title] of [
      ['/contracts-and-payments', 'Договоры и оплата'],
      ['/grade-book/', 'Журнал оценок'],
      ['/events', 'Мероприятия'],
      ['/profile', 'Профиль'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: t(title) })).toBeVisible()
      await expect(page.getByText(t('Не удалось загрузить'))).toHaveCount(0)
    }
  })
  await expect(page.getByRole('button', { name: t('Проверить связь') })).toHaveCount(0)
})

test('the caches of the worker hold files of the build only', async ({ page }) => {
  await openKept(page, '/profile')
  const paths = await cachedPaths(page)
  expect(paths).toContain('/offline.html')
  expect(paths.filter((path) => !/^\/(assets\/|offline\.html$|favicon\.svg$)/.test(path))).toEqual([])
})

changing('sign-out leaves nothing behind', async ({ page, t, language }) => {
  await openKept(page, '/profile')
  await page.getByRole('button', { name: t('Меню пользователя') }).click()
  await page.getByRole('menuitem', { name: t('Выйти') }).click()
  await expect(page.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
  await page.goto('/favicon.svg')
  expect(await keptCalls(page)).toBeNull()
})

test.describe(() => {
  test.use({ login: 'administrator' })

  test('nothing is kept for a visitor', async ({ page, context }) => {
    await context.clearCookies({ name: 'lk_session' })
    await page.goto('/catalog')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    expect(await keptCalls(page)).toBeNull()
  })
})
