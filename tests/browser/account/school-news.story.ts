import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'

changing.use({ login: 'administrator' })

changing(
  'an administrator publishes news, a family reads it from the bell, it is taken back',
  async ({ page, openDevice }) => {
    await page.goto('/adm-panel/?tab=news')
    await page.getByRole('button', { name: 'Написать новость' }).click()
    const form = page.getByRole('dialog', { name: 'Новая новость' })
    await form.getByLabel('Заголовок').fill('Каникулы')
    await form.getByRole('textbox', { name: 'Текст' }).fill('Школа закрыта с 26 октября.')
    await form.getByLabel('Для кого').selectOption({ label: 'Люди одной роли' })
    await form.getByLabel('Кто именно').selectOption({ label: 'Родитель' })
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Опубликовать' }).click()
    await expect(page.getByText('Новость сохранена', { exact: true })).toBeVisible()
    // Told by a job; the stream renews the list.
    const published = page.getByRole('listitem').filter({ hasText: 'Каникулы' })
    await expect(published.getByText(/^Уведомление получил/)).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)

    const family = await (await openDevice('family')).newPage()
    await family.goto('/events')
    await family.locator('[data-notification-bell]').click()
    await family.getByRole('link', { name: /Каникулы/ }).click()
    const item = family.getByRole('dialog', { name: 'Каникулы' })
    await expect(item).toContainText('Школа закрыта с 26 октября.')
    await expectAccessible(family)
    await item.getByRole('button', { name: 'Закрыть' }).click()
    await expect(family.getByRole('heading', { name: 'Новости школы' })).toBeVisible()

    await page.getByRole('button', { name: 'Снять с публикации: Каникулы' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Снять с публикации' }).click()
    await expect(page.getByText('Новость снята', { exact: true })).toBeVisible()
    await family.reload()
    await expect(family.getByText('Олимпиада школы: итоги и разбор')).toBeVisible()
    await expect(family.getByText('Каникулы', { exact: true })).toHaveCount(0)
  },
)
