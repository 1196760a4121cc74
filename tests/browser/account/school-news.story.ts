import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'

changing.use({ login: 'administrator' })

changing(
  'an administrator publishes news, a family reads it from the bell, it is taken back',
  { tag: '@nightly' },
  async ({ page, openDevice, server, language, t }) => {
    await page.goto('/adm-panel/?tab=news')
    await page.getByRole('button', { name: t('Написать новость') }).click()
    const form = page.getByRole('dialog', { name: t('Написать новость') })
    await form.getByLabel(t('Заголовок')).fill('Каникулы')
    await form.getByRole('textbox', { name: t('Текст') }).fill('Школа закрыта с 26 октября.')
    await form.getByLabel(t('Для кого')).selectOption({ label: t('Люди одной роли') })
    await form.getByLabel(t('Кто именно')).selectOption({ label: t('Родитель') })
    await expectAccessible(page)
    await form.getByRole('button', { name: t('Предпросмотр') }).click()
    const preview = page.getByRole('dialog', { name: t('Проверьте новость') })
    await expect(preview.getByText('Школа закрыта с 26 октября.').first()).toBeVisible()
    await expectAccessible(page)
    await preview.getByRole('button', { name: t('Опубликовать') }).click()
    await expect(page.getByText(t('Новость сохранена'), { exact: true })).toBeVisible()
    // A job notifies; the stream renews the list.
    const published = page.getByRole('listitem').filter({ hasText: 'Каникулы' })
    await expect(published.getByText(/^Уведомление получил|notified$/)).toBeVisible({ timeout: 30_000 })
    await expectAccessible(page)

    const device = await openDevice('family')
    await device.addCookies([{ name: 'lang', value: language, url: server.address }])
    const family = await device.newPage()
    await family.goto('/events')
    await family.locator('[data-notification-bell]').click()
    await family.getByRole('link', { name: /Каникулы/ }).click()
    const item = family.getByRole('dialog', { name: 'Каникулы' })
    await expect(item).toContainText('Школа закрыта с 26 октября.')
    await expectAccessible(family)
    await item.getByRole('button', { name: t('Закрыть') }).click()
    await expect(family.getByRole('heading', { name: t('Новости школы') })).toBeVisible()

    await page.getByRole('button', { name: t('Что сделать с новостью: {title}', { title: 'Каникулы' }) }).click()
    await page.getByRole('menuitem', { name: t('Снять с публикации') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('Снять с публикации') })
      .click()
    await expect(page.getByText(t('Новость снята'), { exact: true })).toBeVisible()
    await family.reload()
    await expect(family.getByText('Олимпиада школы: итоги и разбор')).toBeVisible()
    await expect(family.getByText('Каникулы', { exact: true })).toHaveCount(0)
  },
)
