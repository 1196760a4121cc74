import { expect } from 'playwright/test'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import type { Profile } from '#contract/people/profile.ts'
import { changing } from '#tests/support/browser/story.ts'
import { type PushService, startPushService } from '#tests/support/notifications/push-service.ts'
import { runCommand } from '#tests/support/server/server-process.ts'

changing.use({ login: 'family', serviceWorkers: 'allow' })

const day = 86_400_000
const own = { 'sec-fetch-site': 'same-origin', 'x-requested-with': 'lk' }

let push: PushService
changing.beforeAll(async () => {
  push = await startPushService()
})
changing.afterAll(() => push.close())

changing(
  'a moved lesson reaches the guardian by push, the student by the bell and the calendar feed',
  async ({ page, context, server, openDevice, t }) => {
    await server.restart({ PUSH_ALLOW_PRIVATE: 'on' })
    await page.goto('/profile')
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const body = { channels: [], quietHours: null }
    await page.request.patch('/api/v1/profile/notification/settings', { data: body, headers: own })
    const added = await page.request.post('/api/v1/profile/push-subscription', {
      data: push.subscribe(),
      headers: own,
    })
    expect(added.status()).toBe(200)
    await page.reload()
    await expect(page.getByText(t('Это устройство')).first()).toBeVisible()

    const device = await openDevice('student')
    const student = await device.newPage()
    const items = (await (
      await student.request.get(`${server.address}/api/v1/student/schedule/list?month_date=${monthOf(day * 3)}`)
    ).json()) as ScheduleItem[]
    const lesson = items.find(
      ({ category, state, startsAt }) =>
        category === 'lessons' && state === 'planned' && Date.parse(startsAt) > Date.now() + 2 * day,
    )
    if (lesson === undefined) throw new Error('The demo has no coming lesson')
    const { id: studentId } = (await (await student.request.get(`${server.address}/api/v1/profile`)).json()) as Profile
    const link = await student.request.post(`${server.address}/api/v1/schedule/feed-link`, {
      headers: own,
      data: { students: [studentId], kinds: ['offline', 'online'] },
    })
    const feed = (await link.json()) as { url: string }
    const unread = async () =>
      (
        (await (await student.request.get(`${server.address}/api/v1/profile/notification/unread`)).json()) as {
          count: number
        }
      ).count
    const before = await unread()

    const account = await runCommand(
      'server/integration/service-accounts/main.ts',
      ['timetable', '--scopes', 'lessons:read,lessons:write'],
      { DATA_DIR: server.dataDir },
    )
    const [, id = '', secret = ''] = /client_id +(\S+)\nclient_secret +(\S+)\n/.exec(account.out) ?? []
    const api = `${server.address}/api/integration/v1`
    const token = await page.request.post(`${api}/token`, {
      form: { grant_type: 'client_credentials', client_id: id, client_secret: secret },
    })
    const headers = { authorization: `Bearer ${((await token.json()) as { access_token: string }).access_token}` }
    const address = `${api}/lessons/${lesson.uuid}`
    const record = (await (await page.request.get(address, { headers })).json()) as Record<string, unknown>
    const later = (iso: unknown) => new Date(Date.parse(String(iso)) + 30 * 60_000).toISOString()
    const moved = { ...record, startsAt: later(record.startsAt), endsAt: later(record.endsAt) }
    expect((await page.request.put(address, { headers, data: moved })).status()).toBe(200)

    await expect.poll(() => push.received.length, { timeout: 20_000 }).toBeGreaterThan(0)
    const [received] = push.received
    expect(received?.message).toMatchObject({
      title: expect.stringMatching(/занятие перенесено|lesson moved/),
      path: expect.stringMatching(/^\/schedule/),
    })
    await expect.poll(unread).toBe(before + 1)
    const stamp = String(moved.startsAt).replaceAll(/[-:]|\.\d+/g, '')
    expect(await (await student.request.get(feed.url)).text()).toContain(stamp.slice(0, 8))

    // The push service of a browser cannot be reached from here: the worker gets what the service was sent.
    const devTools = await context.newCDPSession(page)
    const registrationId = new Promise<string>((resolve) => {
      devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [registration] = registrations
        if (registration) resolve(registration.registrationId)
      })
    })
    await devTools.send('ServiceWorker.enable')
    await context.grantPermissions(['notifications'], { origin: server.address })
    // The headless browser shows no notifications.
    const [worker] = context.serviceWorkers()
    if (!worker) throw new Error('There is no worker')
    await worker.evaluate(() => {
      const scope = self as unknown as WorkerScope
      scope.shown = []
      scope.registration.showNotification = async (title, { body, tag, data }) => {
        scope.shown.push({ title, text: body, tag, path: data.path })
      }
    })
    await devTools.send('ServiceWorker.deliverPushMessage', {
      origin: server.address,
      registrationId: await registrationId,
      data: JSON.stringify(received?.message),
    })
    const { title, body: text, tag, path } = received?.message ?? {}
    await expect
      .poll(() => worker.evaluate(() => (self as unknown as WorkerScope).shown))
      .toEqual([{ title, text, tag, path }])
  },
)

type Shown = { title: string; text: string; tag: string; path: string }
type WorkerScope = {
  shown: Shown[]
  registration: {
    showNotification: (title: string, options: { body: string; tag: string; data: { path: string } }) => Promise<void>
  }
}

function monthOf(ahead: number): string {
  return `${new Date(Date.now() + ahead).toISOString().slice(0, 7)}-01`
}
