import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { comingLesson } from '#tests/support/browser/coming-lesson.ts'
import { changing } from '#tests/support/browser/story.ts'

changing.use({ login: 'family' })

changing(
  'a parent reports an absence, the school sees it, the parent withdraws it',
  { tag: '@nightly' },
  async ({ page, openDevice }) => {
    const dayAfterTomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10)
    const lesson = await comingLesson(page.request, dayAfterTomorrow)
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
  },
)
