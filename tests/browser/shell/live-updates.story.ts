import { expect, type Page } from 'playwright/test'
import type { Profile } from '#contract/people/profile.ts'
import { changing, test } from '#tests/support/browser/story.ts'
import { connectionPage } from '#tests/support/pages/connection-page.ts'
import { codeLabel } from '#tests/support/pages/one-time-code-page.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

const streamPath = '**/api/v1/profile/stream'
const streamOpens = (page: Page) => page.waitForResponse(streamPath)
const own = { 'x-requested-with': 'lk' }

changing(
  'what an administrator changes is seen on an open page without a reload',
  { tag: '@nightly' },
  async ({ openDevice, server, messageTo, t }) => {
    const parent = await (await openDevice('family')).newPage()
    const opened = streamOpens(parent)
    await parent.goto('/profile')
    await opened
    const { roleSwitch, nameOfRoleSwitch } = shellPage(parent, t)
    await expect(roleSwitch).toHaveCount(0)
    const { id } = (await (await parent.request.get('/api/v1/profile')).json()) as Profile

    // Others have asked for a code as `administrator`: the next one is sent only after a while.
    const { request } = await openDevice('super-administrator')
    const headers = { ...own, origin: server.address }
    const administrator = (await (await request.get('/api/v1/profile')).json()) as Profile
    await request.post('/api/v1/profile/two-factor/send', { headers })
    const code = codeIn(await messageTo(administrator.phone ?? administrator.email ?? '', codeLabel))
    await request.post('/api/v1/profile/two-factor/check', { headers, data: { code } })
    const data = { role: 'teacher', change: 'give', reason: 'Ведёт группу' }
    const answer = await request.post(`/api/v1/admin/user/${id}/role`, { headers, data })
    expect(answer.status()).toBe(204)

    await expect(roleSwitch).toHaveAccessibleName(nameOfRoleSwitch('parent'))
  },
)

changing('one tab reads the stream for all; another one takes over when it is closed', async ({ openDevice, t }) => {
  const device = await openDevice('family')
  const [first, second] = [await device.newPage(), await device.newPage()]
  let streams = 0
  device.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/profile/stream')) streams += 1
  })
  const opened = streamOpens(first)
  await first.goto('/profile?section=devices')
  await opened
  const asked = streamOpens(second)
  await second.goto('/profile?section=devices')
  // Its late answer would be taken for the stream that the second tab takes over.
  await asked
  const devices = (page: Page) =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: t('Где открыт кабинет') }) })
      .last()
      .getByRole('listitem')
  const count = await devices(second).count()
  // The second tab has asked for the lock by now, and once for what has changed since its document.
  await expect.poll(() => second.evaluate(async () => (await navigator.locks.query()).pending?.length)).toBe(1)
  await expect.poll(() => streams).toBe(2)

  const taken = streamOpens(second)
  await first.close()
  await taken
  expect(streams).toBe(3)
  await openDevice('family')
  await second.reload()
  await expect(devices(second)).toHaveCount(count + 1)
})

test.describe(() => {
  test.use({ login: 'family' })

  test('without locks and channels every tab reads the stream', { tag: '@nightly' }, async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'locks', {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
      Object.assign(window, { BroadcastChannel: undefined })
    })
    const opened = streamOpens(page)
    await page.goto('/profile')
    expect((await opened).status()).toBe(200)
  })

  test('a page whose stream is refused asks by itself, and works', { tag: '@nightly' }, async ({ page, t }) => {
    await page.route(streamPath, (route) => route.fulfill({ status: 404, body: '' }))
    const opened = streamOpens(page)
    await page.goto('/profile')
    await opened
    await expect(shellPage(page, t).title('Профиль')).toBeVisible()
    await expect(connectionPage(page).bar).toHaveCount(0)
  })
})
