import { expect } from 'playwright/test'
import { words as providerWords } from '#server/identity/embedded-provider/words.ts'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { changing, newSession } from '#tests/support/story.ts'

const login = 'spo-parent'

changing(
  'a person ends the session of another device, which learns of it with its next step, and stays signed in here',
  async ({ page, context, browser, server, say, language }) => {
    await context.addCookies([await newSession(server, login)])
    const elsewhere = await browser.newContext({ baseURL: server.address })
    await elsewhere.addCookies([await newSession(server, login)])
    const left = await elsewhere.newPage()
    await left.goto('/profile')
    await expect(left.getByText(say('Это устройство'))).toBeVisible()

    await page.goto('/profile')
    const card = page.locator('section').filter({ has: page.getByRole('heading', { name: say('Устройства') }) })
    const devices = card.last().getByRole('listitem')
    await expect(devices.first()).toContainText(say('Это устройство'))
    await expect(devices).toHaveCount(2)
    await expectAccessible(page)
    await devices.getByRole('button').click()
    await expect(page.getByRole('status').filter({ hasText: say('Сеанс завершён') })).toBeVisible()
    await expect(devices).toHaveCount(1)

    await left.reload()
    await expect(left.getByRole('heading', { level: 1, name: providerWords[language].signIn })).toBeVisible()
    await page.reload()
    await expect(devices.first()).toContainText(say('Это устройство'))
    await elsewhere.close()
  },
)
