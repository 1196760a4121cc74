import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'

changing.use({ login: 'academy-student' })

changing('a student of the academy enrols in a paid track and makes its contract', async ({ page, t }) => {
  await page.goto('/2035')
  await page.getByRole('button', { name: `${t('Записаться')}: Новые материалы` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('Далее') }).click()
  await dialog.getByRole('button', { name: t('Записаться') }).click()
  await dialog.getByRole('button', { name: t('Перейти к договору') }).click()
  await expect(page.getByRole('heading', { name: t('Всё верно?') })).toBeVisible()
  await expect(page.getByText('2035: новые материалы, НМ-1')).toBeVisible()
  await expect(page.getByText(t('Шаг {number} из {total}', { number: 3, total: 3 }))).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await page.getByRole('button', { name: t('Оформить договор') }).click()
  await expect(page.getByRole('heading', { name: t('Договор составлен') })).toBeVisible()
  await page.getByRole('link', { name: t('К договору и счёту') }).click()
  await expect(page.getByRole('heading', { name: '2035: новые материалы' })).toBeVisible()
})
