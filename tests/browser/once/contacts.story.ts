import { expect, type Page } from 'playwright/test'
import type { Profile } from '#contract/profile.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { otherThan } from '#tests/support/server/codes.ts'
import { codeIn, letterTo } from '#tests/support/server/outbox.ts'

changing.use({ login: 'edcheck-parent', permissions: ['clipboard-read', 'clipboard-write'] })

changing(
  'a parent changes the email: confirms that it is them, proves the new address, and the old one is told (D-26, D-27)',
  async ({ page, server, say }) => {
    const { email: oldEmail, phone }: Profile = await (await page.request.get('/api/v1/profile')).json()
    if (oldEmail === null || phone === null) throw new Error('This person has an email and a phone')
    const newEmail = 'romanova.novaya@example.org'
    const code = page.getByLabel(say('Код подтверждения'))
    // A laptop whose clock runs ahead of the server's: the page's time is this story's.
    await page.clock.install()
    await page.goto('/profile')

    await page.getByRole('button', { name: say('Изменить адрес почты') }).click()
    const change = page.getByRole('dialog', { name: say('Смена адреса почты') })
    await change.getByLabel(say('Новый адрес почты')).fill(newEmail)
    await expectAccessible(page)
    await change.getByRole('button', { name: say('Отправить код') }).click()

    const question = page.getByRole('dialog', { name: say('Подтвердите, что это вы') })
    await expect(question).toContainText(`${phone.slice(-4, -2)}-${phone.slice(-2)}`)
    const sms = await letterTo(server, phone, 'Код подтверждения')
    const confirming = codeIn(sms)
    await expect(code).toBeFocused()
    await page.keyboard.type(otherThan(confirming))
    await expect(question).toContainText('Код не подошёл. Осталось 4 попытки.')
    await expectAccessible(page)
    await paste(page, `${confirming.slice(0, 3)} ${confirming.slice(3)}`)
    await expect(question).toBeHidden()

    await expect(change).toContainText(newEmail)
    const letter = await letterTo(server, newEmail, 'Код проверки')
    await expect(change.getByRole('timer')).toContainText('Новый код можно запросить через')
    await page.clock.fastForward('01:00')
    await change.getByRole('button', { name: say('Отправить новый код') }).click()
    // By the server's clock it is too early: the pause goes on, and the code that is there stays good.
    await expect(change.getByRole('timer')).toBeVisible()
    await expectAccessible(page)
    await paste(page, codeIn(letter))

    await expect(toast(page, say('Сохранено'))).toBeVisible()
    await expect(page.getByRole('link', { name: newEmail })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: newEmail })).toBeVisible()
    const farewell = await letterTo(server, oldEmail, 'Почта изменена')
    expect(farewell.text).toContain('r***@example.org')
  },
)

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+V')
}
