import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'

changing.describe('a student', () => {
  changing.use({ login: 'student' })

  changing('enrols in the 2035 programme by keyboard alone, which a reload keeps', async ({ page, t }) => {
    await page.goto('/2035')
    await page.getByRole('button', { name: `${t('Записаться')}: Искусственный интеллект` }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('radio')).toBeChecked()
    await expectAccessible(page)
    const next = dialog.getByRole('button', { name: t('Далее') })
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(next).toBeFocused({ timeout: 100 })
    }).toPass()
    await page.keyboard.press('Enter')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t('Записаться') }).press('Enter')
    await expect(dialog.getByText(t('Занятия уже в расписании.'))).toBeVisible()
    await dialog.getByRole('button', { name: t('Готово') }).press('Enter')
    await expect(page.getByRole('heading', { name: t('Вы записаны') })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: t('Вы записаны') })).toBeVisible()
    await expect(page.getByRole('button', { name: new RegExp(t('Записаться')) })).toHaveCount(0)
    await expectAccessible(page)
  })
})

changing.describe('a student of the academy', () => {
  changing.use({ login: 'academy-student' })

  changing('enrols in a paid track and makes its contract', async ({ page, t }) => {
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
    await expect(page.getByRole('heading', { name: t('Договор оформлен') })).toBeVisible()
    await page.getByRole('link', { name: t('К договору и счёту') }).click()
    await expect(page.getByRole('heading', { name: '2035: новые материалы' })).toBeVisible()
  })
})
