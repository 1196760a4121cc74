import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { aPhone, expectFits } from '#tests/support/browser/widths.ts'

changing.use({ ...aPhone, login: 'parent' })

changing('a calendar reads the subscription without a session until it is renewed', async ({ page, request, t }) => {
  await page.goto('/schedule')
  const open = page.getByRole('button', { name: t('Подписаться на календарь') })
  await open.click()
  const dialog = page.getByRole('dialog', { name: t('Подписка на календарь') })
  await dialog.getByRole('checkbox', { name: t('Каникулы') }).uncheck()
  await expectAccessible(page)
  await expectFits(page)
  await dialog.getByRole('button', { name: t('Получить адрес') }).click()
  const address = await dialog.getByLabel(t('Адрес календаря')).inputValue()
  await expectAccessible(page)
  await expectFits(page)

  const calendar = await request.get(address, { headers: { cookie: '' } })
  expect(calendar.headers()['content-type']).toBe('text/calendar; charset=utf-8')
  const text = await calendar.text()
  expect(text).toContain('BEGIN:VEVENT')
  expect(text).toContain('STATUS:CANCELLED')
  expect(text).not.toContain('DTSTART;VALUE=DATE')
  const etag = calendar.headers().etag ?? ''
  expect((await request.get(address, { headers: { 'if-none-match': etag } })).status()).toBe(304)

  await dialog.getByRole('button', { name: t('Готово') }).click()
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await page.reload()
  await open.click()
  await expect(dialog.getByRole('checkbox', { name: t('Каникулы') })).not.toBeChecked()
  await dialog.getByRole('button', { name: t('Получить новый адрес') }).click()
  await expect(dialog.getByLabel(t('Адрес календаря'))).not.toHaveValue(address)
  expect((await request.get(address)).status()).toBe(404)
  await page.goBack()
  await expect(dialog).toBeHidden()
})
