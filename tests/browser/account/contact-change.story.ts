import { expect } from 'playwright/test'
import type { Profile } from '#contract/people/profile.ts'
import { waitForHydration } from '#tests/support/browser/navigation.ts'
import { changing } from '#tests/support/browser/story.ts'
import { aPhone, expectFits } from '#tests/support/browser/widths.ts'
import { codeLabel, codePage, contactTexts } from '#tests/support/pages/one-time-code-page.ts'
import { codeIn } from '#tests/support/server/outbox.ts'

changing.use({ login: 'parent', viewport: aPhone.viewport })

changing(
  'a new email is confirmed after the page was loaded again at its code',
  { tag: '@nightly' },
  async ({ page, messageTo, t }) => {
    const value = 'novaya.pochta@example.org'
    const { phone, email }: Profile = await (await page.request.get('/api/v1/profile')).json()
    const { question, field, send } = codePage(page, t)
    const dialog = page.getByRole('dialog', { name: t(contactTexts.email.title) })
    await page.goto('/profile?dialog=email')
    await page.getByLabel(t(contactTexts.email.label)).fill(value)
    await send.click()
    await expect(question).toBeVisible()
    await field.fill(codeIn(await messageTo(phone ?? email ?? '', codeLabel)))
    await expect(question).toBeHidden()
    await expect(dialog).toContainText(value)
    const code = codeIn(await messageTo(value, 'Код проверки'))

    await page.reload()
    await waitForHydration(page)
    await expect(dialog).toContainText(value)
    await expect(page.getByRole('timer')).toBeVisible()
    await expectFits(page)
    await field.fill(code)
    await expect(dialog).toBeHidden()
    await expect(page.locator('summary', { hasText: value })).toBeVisible()
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.startsWith('typed_')))).toEqual(
      [],
    )
  },
)
