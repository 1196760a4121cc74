import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'

changing.use({ login: 'parent' })

changing(
  'a parent subscribes to the schedule; a calendar reads it without a session, and no longer once it is renewed',
  async ({ page, request, say }) => {
    await page.goto('/schedule')
    const open = page.getByRole('button', { name: say('Подписаться на календарь') })
    await open.click()
    const dialog = page.getByRole('dialog', { name: say('Подписка на календарь') })
    await dialog.getByRole('checkbox', { name: say('Каникулы') }).uncheck()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: say('Получить адрес') }).click()
    const address = await dialog.getByLabel(say('Адрес календаря')).inputValue()
    await expectAccessible(page)

    const calendar = await request.get(address, { headers: { cookie: '' } })
    expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    const text = await calendar.text()
    expect(text).toContain('BEGIN:VEVENT')
    expect(text).toContain('STATUS:CANCELLED')
    expect(text).not.toContain('DTSTART;VALUE=DATE')
    const etag = calendar.headers().etag ?? ''
    expect((await request.get(address, { headers: { 'if-none-match': etag } })).status()).toBe(304)

    await dialog.getByRole('button', { name: say('Готово') }).click()
    await expect(dialog).toBeHidden()
    await expect(open).toBeFocused()
    await page.reload()
    await open.click()
    await expect(dialog.getByRole('checkbox', { name: say('Каникулы') })).not.toBeChecked()
    await dialog.getByRole('button', { name: say('Получить новый адрес') }).click()
    await expect(dialog.getByLabel(say('Адрес календаря'))).not.toHaveValue(address)
    expect((await request.get(address)).status()).toBe(404)
    await page.goBack()
    await expect(dialog).toBeHidden()
  },
)
