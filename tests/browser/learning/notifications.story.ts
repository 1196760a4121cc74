import { expect } from 'playwright/test'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { findComingLesson, moveLesson } from '#tests/support/integration/move-lesson.ts'

changing.use({ login: 'parent' })

const day = 86_400_000

changing(
  'a lesson moved by another system is told to the parent, who opens it from the bell',
  async ({ page, server }) => {
    const months = [new Date(), new Date(Date.now() + 20 * day)].map((at) => `${at.toISOString().slice(0, 7)}-01`)
    const items: ScheduleItem[] = []
    for (const month of new Set(months)) {
      const answer = await page.request.get(`/api/v1/parent/children/schedule/list?month_date=${month}`)
      items.push(...((await answer.json()) as ScheduleItem[]))
    }
    const lesson = findComingLesson(items)

    await page.goto('/profile')
    const bell = page.getByRole('button', { name: /^Уведомления/ })
    await expect(bell).toHaveAccessibleName(/непрочитанн/)
    const before = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0])
    await moveLesson(server, lesson)
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
