import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'family' })

test('child and group are kept by a reload, and a chart has a table', async ({ page, t }) => {
  await page.goto('/progress')
  await page.getByRole('button', { name: 'Мария' }).click()
  await page
    .getByRole('group', { name: t('Группа') })
    .getByRole('button')
    .nth(1)
    .click()
  await expect(page).toHaveURL(/\?child=[0-9a-f-]+&group=[0-9a-f-]+/)
  const heading = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  const title = await heading.textContent()
  await page.reload()
  await expect(heading).toHaveText(String(title))
  await expect(page.getByRole('button', { name: 'Мария', pressed: true })).toBeVisible()
  await openTable(page, t('Посещаемость по месяцам'))
  await expectAccessible(page)
})

/** By keyboard, for users who cannot see the chart. */
async function openTable(page: Page, chart: string): Promise<void> {
  const figure = page.getByRole('figure').filter({ has: page.getByRole('img', { name: chart }) })
  await figure.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(figure.getByRole('table', { name: chart }).getByRole('rowheader').first()).toBeVisible()
}
