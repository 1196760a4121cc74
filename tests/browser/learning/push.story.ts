import { and, eq, isNull, sql } from 'drizzle-orm'
import pino from 'pino'
import { type BrowserContext, expect, type Page, type Worker } from 'playwright/test'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import type { NotificationSettings, PushMessage } from '#contract/notifications.ts'
import type { Profile } from '#contract/people/profile.ts'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships } from '#server/db/schema/people.ts'
import { readEnv } from '#server/environment/env.ts'
import { enqueue } from '#server/queues/enqueue.ts'
import { changing } from '#tests/support/browser/story.ts'
import { findComingLesson, moveLesson } from '#tests/support/integration/move-lesson.ts'
import { type PushService, startPushService } from '#tests/support/notifications/push-service.ts'
import { pushSubscriptionPage } from '#tests/support/pages/push-subscription-page.ts'
import { type MailServer, startMailServer } from '#tests/support/server/mail-server.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'
import { visitorAt } from '#tests/support/server/sign-in.ts'

changing.use({ serviceWorkers: 'allow' })

const day = 86_400_000
const own = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' }
const noQuietHours = { channels: [], quietHours: null }

let push: PushService
let mail: MailServer
changing.beforeAll(async () => {
  push = await startPushService()
  mail = await startMailServer()
})
changing.afterAll(async () => {
  await push.close()
  await mail.close()
})
const idOf = (email: string) => sql<string>`(select id from users where email = ${email})`

changing.beforeEach(() => {
  push.received.length = 0
  push.answerWith(null)
})

/** Signs in a browser that the server knows again by its cookie, as after a sign-in in the page. */
async function signIn(context: BrowserContext, { address }: ServerProcess, login: 'family'): Promise<void> {
  const visitor = visitorAt(address)
  await visitor.signIn(login)
  await context.addCookies(
    ['lk_session', 'lk_device'].map((name) => ({ name, value: visitor.ours.get(name) ?? '', url: address })),
  )
}

/** Adds this browser, whose push service is the one of the test. */
async function subscribe(page: Page): Promise<string> {
  await page.goto('/profile')
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.request.patch('/api/v1/profile/notification/settings', { data: noQuietHours, headers: own })
  const data = push.subscribe()
  const added = await page.request.post('/api/v1/profile/push-subscription', { data, headers: own })
  expect(added.status()).toBe(200)
  return data.endpoint
}

async function inDatabase(server: ServerProcess, work: (database: OpenDatabase['database']) => Promise<void>) {
  const opened = await openDatabase(readEnv({ DATA_DIR: server.dataDir }), pino({ level: 'silent' }))
  await work(opened.database)
  await opened.close()
}

changing(
  'a moved lesson reaches a guardian by push, another by digest, the student by bell and calendar feed, over a restart',
  { tag: '@nightly' },
  async ({ page, context, server, openDevice, t }) => {
    const other = 'academy-parent@demo.example'
    await server.restart({ PUSH_ALLOW_PRIVATE: 'on', SMTP_URL: mail.url }, () =>
      inDatabase(server, async (database) => {
        const childId = idOf('student@demo.example')
        await database.insert(guardianships).values({ guardianId: idOf(other), childId })
      }),
    )
    await signIn(context, server, 'family')
    const endpoint = await subscribe(page)
    await page.reload()
    await expect(pushSubscriptionPage(page, t).thisDevice).toBeVisible()
    const guardian = await (await openDevice('academy-parent')).newPage()
    await guardian.request.patch(`${server.address}/api/v1/profile/notification/settings`, {
      data: noQuietHours,
      headers: own,
    })

    const student = await (await openDevice('student')).newPage()
    const read = async <Answer>(path: string) =>
      (await (await student.request.get(`${server.address}/api${path}`)).json()) as Answer
    const lesson = findComingLesson(await read(`/v1/student/schedule/list?month_date=${monthOf(day * 3)}`))
    const { id: studentId } = await read<Profile>('/v1/profile')
    const link = await student.request.post(`${server.address}/api/v1/schedule/feed-link`, {
      headers: own,
      data: { students: [studentId], kinds: ['offline', 'online'] },
    })
    const feed = (await link.json()) as { url: string }
    const unread = async () => (await read<{ count: number }>('/v1/profile/notification/unread')).count
    const before = await unread()

    // The push service refuses for now: the notification waits in the database.
    push.answerWith(503)
    const startsAt = await moveLesson(server, lesson)
    await expect.poll(() => push.refused(), { timeout: 20_000 }).toBeGreaterThan(0)
    expect(digestsTo(other)).toEqual([])
    // While the server is stopped the hour of the digest comes.
    await server.restart({}, () =>
      inDatabase(server, async (database) => {
        const earlier = { at: sql`${notifications.at} - interval '2 days'` }
        const isTheirs = eq(notifications.userId, idOf(other))
        const waiting = await database
          .update(notifications)
          .set(earlier)
          .where(and(isTheirs, eq(notifications.awaitsDigest, true)))
          .returning({ kind: notifications.kind })
        // News of another story may wait for the same person.
        expect(waiting.filter(({ kind }) => kind !== 'news-published')).toEqual([{ kind: 'lesson-moved' }])
        await enqueue(database, 'send-digests')
      }),
    )
    push.answerWith(null)

    await expect.poll(() => push.received.length, { timeout: 60_000 }).toBe(1)
    expect(push.received[0]?.endpoint).toBe(endpoint)
    expect(push.received[0]?.message).toMatchObject({
      title: expect.stringMatching(/занятие перенесено|lesson moved/),
      path: expect.stringMatching(/^\/schedule/),
    })
    await expect.poll(() => digestsTo(other).length, { timeout: 60_000 }).toBe(1)
    const [email = ''] = digestsTo(other)
    expect(email).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im)
    expect(await unread()).toBe(before + 1)
    const inMoscow = new Date(Date.parse(startsAt) + 3 * 60 * 60_000).toISOString()
    const stamp = inMoscow.replaceAll(/[-:]|\.\d+Z/g, '')
    expect(await (await student.request.get(feed.url)).text()).toContain(`DTSTART;TZID=Europe/Moscow:${stamp}`)

    // A mail program stops the emails by one press, without a session.
    const [, stop = ''] = /<([^>]+\/unsubscribe\/digest\.[^>]+)>/.exec(email.replaceAll(/\r\n\s+/g, '')) ?? []
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const stopped = await fetch(server.address + new URL(stop).pathname, {
      method: 'POST',
      headers: form,
      body: 'List-Unsubscribe=One-Click',
    })
    expect(stopped.status).toBe(200)
    const settings = await guardian.request.get(`${server.address}/api/v1/profile/notification/settings`)
    const { channels } = (await settings.json()) as NotificationSettings
    expect(channels.find(({ category }) => category === 'lessons')).toMatchObject({ app: true, email: false })

    await deliverToWorker(page, context, server, push.received[0]?.message)
    await server.restart({ SMTP_URL: '' }, () =>
      inDatabase(server, async (database) => {
        const ofKind = (kind: string) => database.$count(deliveries, eq(deliveries.kind, kind))
        const pending = and(eq(deliveries.channel, 'push'), isNull(deliveries.deliveredAt))
        expect([await ofKind('lesson-moved'), await ofKind('digest')]).toEqual([1, 1])
        expect(await database.$count(deliveries, pending)).toBe(0)
      }),
    )
    expect([push.received.length, digestsTo(other).length, await unread()]).toEqual([1, 1, before + 1])
  },
)

/** Emails that can be stopped: the one about the new sign-in cannot. */
function digestsTo(address: string): string[] {
  return mail.emails.flatMap(({ to, source }) =>
    to.includes(address) && /^List-Unsubscribe:/im.test(source) ? [source] : [],
  )
}

function monthOf(ahead: number): string {
  return `${new Date(Date.now() + ahead).toISOString().slice(0, 7)}-01`
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  const [worker] = context.serviceWorkers()
  return worker ?? context.waitForEvent('serviceworker')
}

/** The push service of a browser cannot be reached from here: the worker gets what the service was sent, and shows it. */
async function deliverToWorker(
  page: Page,
  context: BrowserContext,
  { address: origin }: ServerProcess,
  message: PushMessage | undefined,
): Promise<void> {
  const devTools = await context.newCDPSession(page)
  const registrationId = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations
      if (registration) resolve(registration.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  await context.grantPermissions(['notifications'], { origin })
  // The headless browser shows no notifications.
  const worker = await workerOf(context)
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    scope.shown = []
    scope.registration.showNotification = async (title, { body, tag, data }) => {
      scope.shown.push({ title, text: body, tag, path: data.path })
    }
  })
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registrationId,
    data: JSON.stringify(message),
  })
  const { title, body: text, tag, path } = message ?? {}
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as WorkerScope).shown))
    .toEqual([{ title, text, tag, path }])
}

type Shown = { title: string; text: string; tag: string; path: string }
type WorkerScope = {
  shown: Shown[]
  registration: {
    showNotification: (title: string, options: { body: string; tag: string; data: { path: string } }) => Promise<void>
  }
}

changing(
  'a subscription that the push service has changed is renewed by the worker',
  { tag: '@nightly' },
  async ({ page, context, server }) => {
    await server.restart({ PUSH_ALLOW_PRIVATE: 'on' })
    await signIn(context, server, 'family')
    await subscribe(page)
    const worker = await workerOf(context)
    const listed = async () => {
      const answer = await page.request.get('/api/v1/profile/push-subscription/list')
      return (await answer.json()) as { publicKey: string; devices: { id: string }[] }
    }
    const { publicKey, devices } = await listed()

    // Firefox does not give the new subscription: the worker subscribes again. The session has expired meanwhile.
    const session = (await context.cookies()).filter(({ name }) => name === 'lk_session')
    await context.clearCookies({ name: 'lk_session' })
    const next = push.subscribe()
    const asked = await worker.evaluate(changeSubscription, { given: null, made: next })
    expect(asked).toEqual({ keys: [publicKey], ended: 0 })
    await context.addCookies(session)
    expect((await listed()).devices).toEqual(devices)
    const month = monthOf(day * 3)
    const items = await page.request.get(`/api/v1/parent/children/schedule/list?month_date=${month}`)
    await moveLesson(server, findComingLesson((await items.json()) as ScheduleItem[]))
    await expect.poll(() => push.received.map(({ endpoint }) => endpoint), { timeout: 20_000 }).toEqual([next.endpoint])

    // Chrome gives it. The browser was removed meanwhile: it leaves its push service.
    await page.request.delete(`/api/v1/profile/push-subscription/${devices[0]?.id}`, { headers: own })
    const third = push.subscribe()
    expect(await worker.evaluate(changeSubscription, { given: third, made: null })).toEqual({ keys: [], ended: 1 })
  },
)

changing(
  'a press on a notification leads an open page there, and opens one where there is none',
  { tag: '@nightly' },
  async ({ page, context, server }) => {
    await signIn(context, server, 'family')
    await page.goto('/profile')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const worker = await workerOf(context)
    const path = '/schedule?view=day&date=2026-10-14'
    const opened = context.pages().length

    // An open page: no other window, and it can be left by Back.
    expect(await worker.evaluate(pressNotification, path)).toEqual({ opened: [], closed: 1 })
    await expect(page).toHaveURL(/\/schedule\?view=day&date=2026-10-14$/)
    expect(context.pages()).toHaveLength(opened)
    await page.goBack()
    await expect(page).toHaveURL(/\/profile$/)

    // Two open pages: one of them leads there.
    const second = await context.newPage()
    await second.goto('/contracts-and-payments')
    expect(await worker.evaluate(pressNotification, path)).toEqual({ opened: [], closed: 1 })
    await expect.poll(() => context.pages().filter((one) => one.url().includes('date=2026-10-14')).length).toBe(1)
    await second.close()

    // A page of this address that is not the application does not answer.
    await page.goto('/readyz')
    expect(await worker.evaluate(pressNotification, path)).toEqual({ opened: [path], closed: 1 })

    // No page at all.
    await page.goto('about:blank')
    expect(await worker.evaluate(pressNotification, path)).toEqual({ opened: [path], closed: 1 })
  },
)

/** Runs in the worker: the event of a press, which only the browser itself can make with a notification. */
async function pressNotification(path: string): Promise<{ opened: string[]; closed: number }> {
  const scope = self as unknown as {
    clients: { openWindow: (path: string) => Promise<null> }
    dispatchEvent: (event: Event) => boolean
  }
  const seen = { opened: [] as string[], closed: 0 }
  // Browsers open windows only after a press of a person.
  scope.clients.openWindow = async (opened) => {
    seen.opened.push(opened)
    return null
  }
  let work: Promise<unknown> = Promise.reject(new Error('the worker does not listen'))
  work.catch(() => undefined)
  const close = () => {
    seen.closed += 1
  }
  const notification = { data: { path }, close }
  const waitUntil = (promise: Promise<unknown>) => (work = promise)
  scope.dispatchEvent(
    Object.defineProperties(new Event('notificationclick'), {
      notification: { value: notification },
      waitUntil: { value: waitUntil },
    }),
  )
  await work
  return seen
}

type Keys = { endpoint: string; keys: { p256dh: string; auth: string } }

/** Runs in the worker: the event of a push service. `made` is what a new subscription would be. */
async function changeSubscription({
  given,
  made,
}: {
  given: Keys | null
  made: Keys | null
}): Promise<{ keys: unknown[]; ended: number }> {
  const scope = self as unknown as {
    registration: { pushManager: object }
    dispatchEvent: (event: Event) => boolean
  }
  const seen = { keys: [] as unknown[], ended: 0 }
  const unsubscribe = async () => {
    seen.ended += 1
  }
  const subscriptionOf = (keys: Keys | null) => keys && { toJSON: () => keys, unsubscribe }
  // The push service of a browser cannot be reached from here.
  const subscribe = async ({ applicationServerKey }: { applicationServerKey: string }) => {
    seen.keys.push(applicationServerKey)
    return subscriptionOf(made)
  }
  Object.defineProperty(scope.registration, 'pushManager', { value: { subscribe }, configurable: true })
  let work: Promise<unknown> = Promise.reject(new Error('the worker does not listen'))
  work.catch(() => undefined)
  const waitUntil = (promise: Promise<unknown>) => (work = promise)
  scope.dispatchEvent(
    Object.defineProperties(new Event('pushsubscriptionchange'), {
      newSubscription: { value: subscriptionOf(given) },
      waitUntil: { value: waitUntil },
    }),
  )
  await work
  return seen
}
