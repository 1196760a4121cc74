import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { signingPage, signingTexts } from '#tests/support/pages/contract-signing-page.ts'
import { enrolmentPage } from '#tests/support/pages/enrolment-page.ts'
import { codeLabel } from '#tests/support/pages/one-time-code-page.ts'
import { purchasePage } from '#tests/support/pages/purchase-page.ts'

changing.use({ login: 'academy-student' })

changing(
  'a student of the academy enrols in a paid track and makes its contract',
  { tag: '@nightly' },
  async ({ page }) => {
    const programme = enrolmentPage(page)
    await page.goto('/2035')
    await programme.open('Новые материалы').click()
    await programme.next.click()
    await programme.confirm.click()
    await programme.openPurchase.click()
    const { heading, progress, make } = purchasePage(page)
    await expect(heading('reviewing')).toBeVisible()
    await expect(page.getByText('2035: новые материалы, НМ-1').first()).toBeVisible()
    await expect(progress(3, 3)).toBeVisible()
    await expectAccessible(page)
    await page.reload()
    await make.click()
    await expect(heading('done')).toBeVisible()
    // The academy signs with codes (`server/demo/school.json`).
    const { dialog, read, accept } = signingPage(page)
    await page.getByRole('link', { name: signingTexts.opener }).click()
    await expect(dialog).toBeVisible()
    await expect(read).toBeVisible()
    await expectAccessible(page)
    await read.click()
    await expect(accept).toBeVisible()
    await expectAccessible(page)
    await accept.click()
    await expect(page.getByLabel(codeLabel)).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByText(signingTexts.waits)).toBeVisible()
  },
)
