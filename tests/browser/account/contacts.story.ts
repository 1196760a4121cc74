import { expect, type Page } from 'playwright/test'
import type { Profile } from '#contract/profile.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { otherThan } from '#tests/support/server/codes.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

changing.use({ login: 'edcheck-parent', permissions: ['clipboard-read', 'clipboard-write'] })

changing(
  'a parent changes the email with two codes, and the old address is notified (D-26, D-27)',
  async ({ page, letterTo, t }) => {
    const { email: oldEmail, phone }: Profile = await (await page.request.get('/api/v1/profile')).json()
    if (oldEmail === null || phone === null) throw new Error('This person has an email and a phone')
    const newEmail = 'romanova.novaya@example.org'
    const code = page.getByLabel(t('Код подтверждения'))
    // The clock of the device will run ahead of the server's.
    await page.clock.install()
    await page.goto('/profile')

    await page.getByRole('button', { name: t('Изменить адрес почты') }).click()
    const change = page.getByRole('dialog', { name: t('Смена адреса почты') })
    await change.getByLabel(t('Новый адрес почты')).fill(newEmail)
    await expectAccessible(page)
    await change.getByRole('button', { name: t('Отправить код') }).click()

    const question = page.getByRole('dialog', { name: t('Подтвердите, что это вы') })
    await expect(question).toContainText(`${phone.slice(-4, -2)}-${phone.slice(-2)}`)
    const sms = await letterTo(phone, 'Код подтверждения')
    const confirming = codeIn(sms)
    await expect(code).toBeFocused()
    await page.keyboard.type(otherThan(confirming))
    await expect(question).toContainText('Код не подошёл. Осталось 4 попытки.')
    await expectAccessible(page)
    await paste(page, `${confirming.slice(0, 3)} ${confirming.slice(3)}`)
    await expect(question).toBeHidden()

    await expect(change).toContainText(newEmail)
    const letter = await letterTo(newEmail, 'Код проверки')
    await expect(change.getByRole('timer')).toContainText('Новый код можно запросить через')
    await page.clock.fastForward('01:00')
    await change.getByRole('button', { name: t('Отправить новый код') }).click()
    // Too early by the server's clock: the timer continues, and the first code stays valid.
    await expect(change.getByRole('timer')).toBeVisible()
    await expectAccessible(page)
    await paste(page, codeIn(letter))

    await expect(toast(page, t('Сохранено'))).toBeVisible()
    await expect(page.getByRole('link', { name: newEmail })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: newEmail })).toBeVisible()
    const farewell = await letterTo(oldEmail, 'Почта изменена')
    expect(farewell.text).toContain('r***@example.org')
  },
)

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}
