import { expect } from 'playwright/test'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { runCommand } from '#tests/support/server/server-process.ts'

changing.use({ login: 'parent' })

const day = 86_400_000

changing(
  'a lesson moved by another system is told to the parent, who opens it from the bell',
  async ({ page, server }) => {
    // The next lesson after tomorrow, which has not been moved yet.
    const months = [new Date(), new Date(Date.now() + 20 * day)].map((at) => `${at.toISOString().slice(0, 7)}-01`)
    const items: ScheduleItem[] = []
    for (const month of new Set(months)) {
      const answer = await page.request.get(`/api/v1/parent/children/schedule/list?month_date=${month}`)
      items.push(...((await answer.json()) as ScheduleItem[]))
    }
    const lesson = items.find(
      ({ category, state, startsAt }) =>
        category === 'lessons' && state === 'planned' && Date.parse(startsAt) > Date.now() + 2 * day,
    )
    if (lesson === undefined) throw new Error('The demo has no coming lesson')

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

    await page.goto('/profile')
    const bell = page.getByRole('button', { name: /^Уведомления/ })
    await expect(bell).toHaveAccessibleName(/непрочитанн/)
    const before = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0])
    const moved = { ...record, startsAt: later(record.startsAt), endsAt: later(record.endsAt) }
    expect((await page.request.put(address, { headers, data: moved })).status()).toBe(200)
    await page.reload()
    await expect(bell).toHaveAccessibleName(new RegExp(`, ${before + 1} `))

    await bell.click()
    const list = page.getByRole('dialog', { name: 'Уведомления' })
    const told = list.getByRole('link', { name: /занятие перенесено/ }).first()
    await expect(told).toContainText('Непрочитанное')
    await expectAccessible(page)
    await told.click()
    await expect(page).toHaveURL(new RegExp(`/schedule\\?view=day&date=${lesson.startsAt.slice(0, 4)}`))
    await expect(list).toBeHidden()
    await expect(bell).toHaveAccessibleName(new RegExp(`, ${before} `))
  },
)
