import { expect } from 'playwright/test'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'

changing.use({ login: 'family' })

changing('a parent reports an absence, the school sees it, the parent withdraws it', async ({ page, openDevice }) => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const months = await Promise.all(
    [day(1), day(14)].map(async (date) => {
      const answer = await page.request.get(`/api/v1/parent/children/schedule/list?month_date=${date}`)
      return (await answer.json()) as ScheduleItem[]
    }),
  )
  const lesson = months
    .flat()
    .filter(({ category, state, startsAt }) => category === 'lessons' && state === 'planned' && startsAt > day(2))
    .toSorted((one, other) => one.startsAt.localeCompare(other.startsAt))[0]
  if (!lesson) throw new Error('the demo has no lesson in the coming weeks')
  await page.goto(`/schedule?view=day&date=${lesson.startsAt.slice(0, 10)}&item=${lesson.uuid}`)
  const details = page.getByRole('dialog', { name: lesson.subject ?? '' })
  await details.getByRole('button', { name: 'Сообщить об отсутствии' }).click()
  const form = page.getByRole('dialog', { name: 'Сообщить об отсутствии' })
  await form.getByLabel('Причина').selectOption({ label: 'Другая причина' })
  await form.getByLabel('Комментарий').fill('Едем на соревнования')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Сообщить', exact: true }).click()
  await expect(page.getByText('Школа предупреждена', { exact: true })).toBeVisible()
  await expect(details).toContainText('Едем на соревнования')

  const administrator = await (await openDevice('administrator')).newPage()
  await administrator.goto('/adm-panel/?tab=absences')
  await expect(administrator.getByRole('row').filter({ hasText: 'Едем на соревнования' })).toBeVisible()
  await expectAccessible(administrator)

  await details.getByRole('button', { name: 'Отозвать' }).click()
  await expect(page.getByText('Сообщение об отсутствии отозвано', { exact: true })).toBeVisible()
  await expect(details.getByRole('button', { name: 'Сообщить об отсутствии' })).toBeVisible()
  await administrator.reload()
  await expect(administrator.getByRole('row').filter({ hasText: 'Уезжаем к бабушке' })).toBeVisible()
  await expect(administrator.getByRole('row').filter({ hasText: 'Едем на соревнования' })).toHaveCount(0)
})
