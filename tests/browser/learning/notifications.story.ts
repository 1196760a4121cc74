import { expect } from 'playwright/test'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { pageMessages } from '#server/html/messages.ts'
import { unsubscribePath } from '#server/notifications/unsubscribe-links.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { findComingLesson, moveLesson } from '#tests/support/integration/move-lesson.ts'
import { notificationCenterPage } from '#tests/support/pages/notification-center-page.ts'
import { inDatabaseOf } from '#tests/support/schools/story-database.ts'

changing.use({ login: 'parent' })

const day = 86_400_000

changing(
  'a lesson moved by another system is announced to the parent, who opens it from the bell',
  { tag: '@nightly' },
  async ({ page, server, t }) => {
    const months = [new Date(), new Date(Date.now() + 20 * day)].map((at) => `${at.toISOString().slice(0, 7)}-01`)
    const items: ScheduleItem[] = []
    for (const month of new Set(months)) {
      const answer = await page.request.get(`/api/v1/parent/children/schedule/list?month_date=${month}`)
      items.push(...((await answer.json()) as ScheduleItem[]))
    }
    const lesson = findComingLesson(items)

    await page.goto('/profile')
    const { bell, dialog, entry } = notificationCenterPage(page, t)
    await expect(bell).toHaveAccessibleName(/непрочитанн|unread/)
    const before = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0])
    await moveLesson(server, lesson)
    await page.reload()
    await expect(bell).toHaveAccessibleName(new RegExp(`, ${before + 1} `))

    await bell.click()
    const notification = entry(/занятие перенесено|lesson moved/).first()
    await expect(notification).toContainText(t('Непрочитанное'))
    await expectAccessible(page)
    await notification.click()
    await expect(page).toHaveURL(new RegExp(`/schedule\\?view=day&date=${lesson.startsAt.slice(0, 4)}`))
    await expect(dialog).toBeHidden()
    await expect(bell).toHaveAccessibleName(new RegExp(`, ${before} `))
  },
)

changing(
  'the link of an email asks, stops such emails without sign-in, and leads to the settings',
  { tag: '@nightly' },
  async ({ page, server, language, openDevice }) => {
    const say = pageMessages[language]
    const { id } = (await (await page.request.get('/api/v1/profile')).json()) as { id: string }
    const path = await inDatabaseOf(server, (database) => unsubscribePath(database, id, 'tickets'))
    const device = await openDevice(null)
    await device.addCookies([{ name: 'lang', value: language, url: server.address }])
    const visitor = await device.newPage()
    await visitor.goto(path)
    await expect(visitor.getByText(say.unsubscribeHint(say.unsubscribeAbout.tickets))).toBeVisible()
    await expectAccessible(visitor)
    await visitor.getByRole('button', { name: say.unsubscribe }).click()
    await expect(visitor.getByRole('heading', { name: say.unsubscribed })).toBeVisible()
    await expectAccessible(visitor)
    await visitor.reload()
    await expect(visitor.getByRole('heading', { name: say.unsubscribed })).toBeVisible()
    await expect(visitor.getByRole('link', { name: say.unsubscribeSettings })).toHaveAttribute(
      'href',
      '/profile?section=notifications',
    )
    await visitor.goto(`${path.slice(0, -1)}`)
    await expect(visitor.getByRole('heading', { name: say.unsubscribeLost })).toBeVisible()
    await expectAccessible(visitor)

    await page.goto('/profile?section=notifications')
    await expect(page.getByRole('checkbox', { name: /^(Сообщения: Почта|Messages: Email)$/i })).not.toBeChecked()
  },
)
