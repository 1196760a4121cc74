import { expect } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing } from '#tests/support/browser/story.ts'
import { enrolmentPage } from '#tests/support/pages/enrolment-page.ts'
import { purchasePage } from '#tests/support/pages/purchase-page.ts'

changing.use({ login: 'academy-student' })

changing('a student of the academy enrols in a paid track and makes its contract', async ({ page }) => {
  const programme = enrolmentPage(page)
  await page.goto('/2035')
  await programme.open('Новые материалы').click()
  await programme.next.click()
  await programme.confirm.click()
  await programme.openPurchase.click()
  const { heading, progress, make, openContract } = purchasePage(page)
  await expect(heading('reviewing')).toBeVisible()
  await expect(page.getByText('2035: новые материалы, НМ-1')).toBeVisible()
  await expect(progress(3, 3)).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await make.click()
  await expect(heading('done')).toBeVisible()
  await openContract.click()
  await expect(page.getByRole('heading', { name: '2035: новые материалы' })).toBeVisible()
})
