import { randomUUID } from 'node:crypto'
import { type BrowserContext, expect, type Page } from 'playwright/test'
import type { Profile } from '#contract/people/profile.ts'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { cachedCalls } from '#tests/support/browser/offline-store.ts'
import { changing, newSession, test } from '#tests/support/browser/story.ts'
import { connectionPage } from '#tests/support/pages/connection-page.ts'
import { sessionPage } from '#tests/support/pages/session-page.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'
import { sendingForm, ticketPage, ticketTexts } from '#tests/support/pages/ticket-page.ts'
import { askingToSendReply, ticketReplyPage } from '#tests/support/pages/ticket-reply-page.ts'

test.use({ login: 'family', serviceWorkers: 'allow' })
changing.use({ login: 'family', serviceWorkers: 'allow' })

/** Opens a page and waits until the worker controls the next one and answers are kept. */
async function openKept(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await expect
    .poll(() => cachedCalls(page))
    .toEqual(
      expect.arrayContaining([
        'GET /v1/profile/events',
        'GET /v1/profile/contract/list',
        'GET /v1/profile/notification/settings',
        'GET /v1/profile/password/sign-in-names',
      ]),
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

test('without a connection stored pages can be read and others name them; sign-out leaves nothing behind', async ({
  page,
  context,
  server,
  t,
  language,
}) => {
  await context.addCookies([await newSession(server, 'family')])
  await openKept(page, '/schedule')
  const lessons = await page.getByRole('main').innerText()
  await withoutConnection(context, async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
    await expect(page.getByRole('status').and(connectionPage(page).dated)).toBeVisible()
    await expect(connectionPage(page).check).toBeVisible()
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
    // This one is not stored.
    await page.goto('/catalog')
    await expect(page.getByRole('heading', { level: 1, name: t('Нет связи') })).toBeVisible()
    await expect(page).toHaveURL(/\/catalog$/)
    await expect(page).toHaveTitle(t('Нет связи'))
    const schedule = page.getByRole('link', { name: t('Расписание') })
    await expect(schedule).toHaveText(/\d\d:\d\d/)
    await expectAccessible(page)
    await schedule.click()
    await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('button', { name: t('Проверить связь') })).toBeVisible()
  })
  await expect(page.getByRole('heading', { level: 1, name: t('Каталог курсов') })).toBeVisible()
  await expect(connectionPage(page).check).toHaveCount(0)

  expect(await cachedCalls(page)).not.toBeNull()
  await shellPage(page, t).userMenu.click()
  await shellPage(page, t).signOut.click()
  await expect(page.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
  await page.goto('/favicon.svg')
  expect(await cachedCalls(page)).toBeNull()
})

test('what a person has just seen is there after a reload without a connection, as soon as a page opens at all', {
  tag: '@nightly',
}, async ({ page, context, t }) => {
  await page.goto('/schedule')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await withoutConnection(context, async () => {
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/\d\d:\d\d/)
  })
})

test('the caches of the worker hold files of the build only', { tag: '@nightly' }, async ({ page }) => {
  await openKept(page, '/profile')
  const paths = await cachedPaths(page)
  expect(paths).toContain('/offline.html')
  expect(paths.filter((path) => !/^\/(assets\/|offline\.html$|favicon\.svg$)/.test(path))).toEqual([])
})

test('the browser can install the app under the name of the school', { tag: '@nightly' }, async ({
  page,
  context,
  language,
  request,
}) => {
  await page.goto('/schedule')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const devTools = await context.newCDPSession(page)
  const { errors, url } = await devTools.send('Page.getAppManifest')
  expect([errors, new URL(url).pathname]).toEqual([[], '/manifest.webmanifest'])
  // Contexts of tests are incognito, where nothing can be installed.
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  const answer = await request.get('/manifest.webmanifest', { headers: { cookie: `lang=${language}` } })
  expect(answer.headers()['content-type']).toBe('application/manifest+json; charset=utf-8')
  const manifest = await answer.json()
  expect([manifest.lang, manifest.name, manifest.display]).toEqual([
    language,
    { ru: 'Школа на Соколе', en: 'Sokol School' }[language],
    'standalone',
  ])
  const icons: { src: string; purpose?: string }[] = manifest.icons
  expect(icons.some(({ purpose }) => purpose === 'maskable')).toBe(true)
  const addresses = [
    ...icons.map(({ src }) => src),
    ...manifest.shortcuts.map((shortcut: { url: string }) => shortcut.url),
  ]
  for (const address of addresses) {
    const found = await page.request.get(address)
    expect([address, found.status()]).toEqual([address, 200])
  }
})

/** Sends from each tab without a connection. Each asks when the connection is back, and nothing is sent before. */
async function sendWithoutConnection(tabs: readonly [Page, Page], question: string) {
  await withoutConnection(tabs[0].context(), async () => {
    for (const tab of tabs) {
      await sendingForm(tab).send.click()
      await expect(sendingForm(tab).alert).toContainText(ticketTexts.waiting)
    }
  })
  for (const tab of tabs) await expect(sendingForm(tab).alert.getByText(question)).toBeVisible()
}

changing(
  'a ticket written without a connection waits, is asked about in each tab, and is sent once',
  { tag: '@nightly' },
  async ({ page, context, server }) => {
    await context.addCookies([await newSession(server, 'parent')])
    const tickets = async () =>
      (await page.request.get('/api/v1/schedule/ticket/list')).json() as Promise<{ subject: string }[]>
    const before = await tickets()
    const ticket = ticketPage(page)
    await page.goto('/schedule?tickets=new')
    await ticket.text.fill('Где будет занятие без связи?')
    await ticket.review.click()
    const other = await context.newPage()
    const otherTicket = ticketPage(other)
    await other.goto('/schedule?tickets=new')
    await expect(otherTicket.text).toHaveText('Где будет занятие без связи?')
    await otherTicket.review.click()
    await sendWithoutConnection([page, other], ticketTexts.asking)
    expect(await tickets()).toHaveLength(before.length)
    await ticket.postpone.click()
    await ticket.send.click()
    const sent = (tab: Page) => tab.getByRole('dialog').getByText(/Р-\d{4}-\d{6}/)
    await expect(sent(page)).toBeVisible()
    await otherTicket.send.click()
    await expect(sent(other)).toHaveText((await sent(page).textContent()) ?? '')
    const after = await tickets()
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]?.subject).toBe('Где будет занятие без связи?')
  },
)

changing(
  'a ticket that waits for the connection is still written after the page was left',
  { tag: '@nightly' },
  async ({ page, context, server, t }) => {
    await context.addCookies([await newSession(server, 'student')])
    const { text, review, send, alert } = ticketPage(page)
    await page.goto('/schedule?tickets=new')
    await text.fill('Можно прийти позже?')
    await review.click()
    await withoutConnection(context, async () => {
      await send.click()
      await expect(alert).toBeVisible()
      await page.getByRole('button', { name: t('Закрыть') }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
    })
    await page.goto('/events')
    await page.goto('/schedule?tickets=new')
    await expect(text).toHaveText('Можно прийти позже?')
  },
)

changing(
  'a ticket on another topic whose answer was lost is the same one after a reload',
  { tag: '@nightly' },
  async ({ page, context, server }) => {
    await context.addCookies([await newSession(server, 'parent')])
    const list = async () =>
      (await page.request.get('/api/v1/schedule/ticket/list')).json() as Promise<{ topic: string }[]>
    const before = await list()
    const { text, topic, review, attachment, send } = ticketPage(page)
    await page.goto('/schedule?tickets=new')
    await text.fill('Когда придёт счёт?')
    await topic.selectOption('payments')
    await review.click()
    await attachment.check()
    // The server takes the ticket, but its answer does not arrive.
    const taken = new Promise<void>((resolve) => {
      void page.route('**/schedule/ticket/create', async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
        resolve()
      })
    })
    await send.click()
    await taken
    await page.unroute('**/schedule/ticket/create')
    expect(await list()).toHaveLength(before.length + 1)

    await page.reload()
    await expect(topic).toHaveValue('payments')
    await review.click()
    await expect(attachment).toBeChecked()
    await send.click()
    await expect(page.getByRole('dialog').getByText(/Р-\d{4}-\d{6}/)).toBeVisible()
    const after = await list()
    expect(after).toHaveLength(before.length + 1)
    expect(after[0]?.topic).toBe('payments')
  },
)

changing(
  'a reply to an answer waits without a connection, is asked about in each tab, and is sent once',
  { tag: '@nightly' },
  async ({ page, context, server }) => {
    await context.addCookies([await newSession(server, 'parent')])
    const created = await page.request.post('/api/v1/schedule/ticket/create', {
      headers: { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk', 'idempotency-key': randomUUID() },
      data: { contentHtml: '<p>Где будет занятие?</p>', topic: 'schedule' },
    })
    expect(created.status()).toBe(201)
    const { uuid } = (await created.json()) as { uuid: string }
    const messages = async () => {
      const read = await page.request.get(`/api/v1/schedule/ticket/${uuid}`)
      return ((await read.json()) as { messages: { contentHtml: string }[] }).messages
    }
    const reply = ticketReplyPage(page)
    await page.goto(`/messages?ticket=${uuid}`)
    await reply.text.fill('Это срочно.')
    const other = await context.newPage()
    const otherReply = ticketReplyPage(other)
    await other.goto(`/messages?ticket=${uuid}`)
    await expect(otherReply.text).toHaveText('Это срочно.')
    await sendWithoutConnection([page, other], askingToSendReply)
    await expectAccessible(page)
    expect(await messages()).toEqual([])
    await reply.postpone.click()
    await reply.send.click()
    await expect(reply.sent).toBeVisible()
    await otherReply.send.click()
    await expect(otherReply.sent).toBeVisible()
    expect((await messages()).map(({ contentHtml }) => contentHtml)).toEqual(['<p>Это срочно.</p>'])
  },
)

changing(
  'nothing is kept while an administrator acts as a user',
  { tag: '@nightly' },
  async ({ page, context, server, t }) => {
    await openKept(page, '/profile')
    const user: Profile = await (await page.request.get('/api/v1/profile')).json()
    await context.clearCookies({ name: 'lk_session' })
    await context.addCookies([await newSession(server, 'user-manager')])
    await page.goto(`/adm-panel/?user=${user.id}`)
    const { impersonate, reason, start, notice } = sessionPage(page, t)
    await impersonate.click()
    await reason.fill('Родитель не видит договор')
    await start.click()
    await expect(notice).toBeVisible()
    await page.goto('/schedule')
    await expect(page.getByRole('button', { name: t('Фильтры') })).toBeVisible()
    await expect.poll(() => cachedCalls(page), { timeout: 15_000 }).toBeNull()
    await withoutConnection(context, async () => {
      await page.reload()
      // Chromium 150 forgets at a reload that it emulates a lost connection; its page says that the server does not answer.
      const { retry } = shellPage(page, t)
      await expect(connectionPage(page).check.or(retry).first()).toBeVisible()
      await expect(page.getByText(user.firstName)).toHaveCount(0)
    })
  },
)

changing(
  'a worker is switched off by the server, with all that it has stored',
  { tag: '@nightly' },
  async ({ page, context, server }) => {
    await openKept(page, '/profile')
    expect(await cachedPaths(page)).toContain('/offline.html')
    await server.restart({ SERVICE_WORKER: 'off' })
    try {
      await page.reload()
      await expect.poll(() => cachedPaths(page), { timeout: 30_000 }).toEqual([])
      await withoutConnection(context, async () => {
        await expect(page.goto('/schedule')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
      })
    } finally {
      await server.restart({ SERVICE_WORKER: 'on' })
    }
  },
)

test.describe(() => {
  test.use({ login: 'administrator' })

  test('nothing is kept for a visitor', { tag: '@nightly' }, async ({ page, context }) => {
    await context.clearCookies({ name: 'lk_session' })
    await page.goto('/catalog')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    expect(await cachedCalls(page)).toBeNull()
  })
})
