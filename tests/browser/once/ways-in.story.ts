import { expect } from 'playwright/test'
import type { Profile } from '#contract/profile.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { signInAt } from '#tests/support/browser/provider-page.ts'
import { changing } from '#tests/support/browser/story.ts'
import { codeIn, letterTo } from '#tests/support/server/outbox.ts'

changing(
  'a person without a password keeps the last way in, sets a password, and then lets the account go and links another',
  async ({ page, server, say, language }) => {
    await signInAt(page, { address: '/profile', login: 'rtk-user', language })
    const { email, phone }: Profile = await (await page.request.get('/api/v1/profile')).json()
    const dialog = page.getByRole('dialog')
    const unlink = page.getByRole('button', { name: say('Отвязать {name}', { name: 'Яндекс' }) })
    const linkVk = page.getByRole('button', { name: say('Привязать {name}', { name: 'VK ID' }) })

    await unlink.click()
    await expect(dialog).toContainText('kirill.tarasov')
    // Nobody is asked for a code to learn that it cannot be.
    await expect(dialog).toContainText('единственный способ входа')
    await expect(dialog.getByRole('button', { name: say('Отвязать') })).toHaveCount(0)
    await expectAccessible(page)
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: say('Задать пароль') }).click()
    await dialog.getByLabel(say('Новый пароль')).fill('qwertyuiop')
    await dialog.getByRole('button', { name: say('Задать пароль') }).click()
    // Nor to learn that everybody knows the password.
    await expect(dialog).toContainText('Этот пароль знают все')
    await expectAccessible(page)
    await dialog.getByLabel(say('Новый пароль')).fill('сирень под окном')
    await dialog.getByRole('button', { name: say('Задать пароль') }).click()
    const question = page.getByRole('dialog', { name: say('Подтвердите, что это вы') })
    const sms = await letterTo(server, phone ?? '', 'Код подтверждения')
    await question.getByLabel(say('Код подтверждения')).fill(codeIn(sms))
    await expect(question).toBeHidden()
    await expect(dialog).toBeHidden()
    await letterTo(server, email ?? '', 'Задан пароль')
    await expect(page.getByRole('button', { name: say('Сменить пароль') })).toBeVisible()

    await unlink.click()
    await dialog.getByRole('button', { name: say('Отвязать') }).click()
    await expect(page.getByRole('button', { name: say('Привязать {name}', { name: 'Яндекс' }) })).toBeVisible()

    await linkVk.click()
    await page.getByRole('button', { name: /olga\.sokolova/ }).click()
    await expect(page.getByText(say('Этот аккаунт уже привязан к другому кабинету'))).toBeVisible()
    await expectAccessible(page)
    await linkVk.click()
    await page.getByRole('button', { name: /guest-2035/ }).click()
    await expect(page.getByText(say('{name}: аккаунт привязан', { name: 'VK ID' }))).toBeVisible()
    await page.getByRole('button', { name: say('Понятно') }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByText('guest-2035')).toBeVisible()
  },
)

changing(
  'whoever thinks better of linking at the provider is back on the profile, with nothing linked',
  async ({ page, server, say, language }) => {
    await signInAt(page, { address: '/profile', login: 'innopolis-teacher', language })
    const { email, phone }: Profile = await (await page.request.get('/api/v1/profile')).json()
    await page.getByRole('button', { name: say('Привязать {name}', { name: 'Яндекс' }) }).click()
    const question = page.getByRole('dialog', { name: say('Подтвердите, что это вы') })
    const message = await letterTo(server, phone ?? email ?? '', 'Код подтверждения')
    await question.getByLabel(say('Код подтверждения')).fill(codeIn(message))
    await page.getByRole('button', { name: 'Вернуться без привязки' }).click()
    await expect(page.getByText(say('Вы вернулись, не привязав аккаунт'))).toBeVisible()
  },
)
