import { expect } from 'playwright/test'
import type { Profile } from '#contract/people/profile.ts'
import { pageMessages as providerMessages } from '#server/html/messages.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing, newSession } from '#tests/support/browser/story.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { codeLabel, codePage } from '#tests/support/pages/one-time-code-page.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

const login = 'spo-parent'

changing(
  'a user ends the session of another device after a two-factor check',
  { tag: '@nightly' },
  async ({ page, context, openDevice, messageTo, server, t, language }) => {
    await context.addCookies([await newSession(server, login)])
    const left = await (await openDevice(login)).newPage()
    await left.goto('/profile?section=devices')
    await expect(left.getByText(t('Это устройство'))).toBeVisible()

    await page.goto('/profile?section=devices')
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: t('Где открыт кабинет') }) })
    const devices = card.last().getByRole('listitem')
    await expect(devices.first()).toContainText(t('Это устройство'))
    await expect(devices).toHaveCount(2)
    await expectAccessible(page)
    const { phone }: Profile = await (await page.request.get('/api/v1/profile')).json()
    if (phone === null) throw new Error('This person has a phone')
    await devices.getByRole('button').click()
    const { question, field } = codePage(page, t)
    await expect(question).toBeVisible()
    await expect(field).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type(codeIn(await messageTo(phone, codeLabel)))
    await expect(toast(page, t('Сеанс завершён'))).toBeVisible()
    await expect(devices).toHaveCount(1)

    // Without a reload: the stream of changes announces it at once.
    await expect(left.getByRole('heading', { level: 1, name: providerMessages[language].signIn })).toBeVisible()
    await page.reload()
    await expect(devices.first()).toContainText(t('Это устройство'))
  },
)
