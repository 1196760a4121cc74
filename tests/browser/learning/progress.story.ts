import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/story.ts'
import { atBothWidths } from '#tests/support/browser/widths.ts'

test.use({ login: 'family' })

test('what needs attention comes first, with links to the lesson and the absence', async ({ page, t, language }) => {
  await atBothWidths(page, {
    language,
    open: () => page.goto('/learning-progress'),
    look: async () => {
      await expect(page.getByRole('heading', { level: 2, name: t('Что требует внимания') })).toBeVisible()
      const reasons = page.getByRole('main').getByRole('link', { name: /^(Артём|Даниил|Мария):/ })
      const ways = await reasons.evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      )
      const [missed, late] = [ways.indexOf('/progress'), ways.indexOf('/schedule')]
      expect(missed).toBe(0)
      await reasons.nth(late).click()
      const details = page.getByRole('dialog')
      await expect(details).toBeVisible()
      await expect(details.getByText(t('Преподаватель'), { exact: true })).toBeVisible()
      await page.goBack()
      await reasons.nth(missed).click()
      await expect(page).toHaveURL(/\/progress\?child=[0-9a-f-]+&group=[0-9a-f-]+$/)
      await expect(
        page
          .getByRole('table', { name: t('Занятия') })
          .getByText(t('Пропуск'))
          .first(),
      ).toBeVisible()
      await page.goBack()
    },
  })
})

test('child and group are kept by a reload, and a chart has a table', async ({ page, t, language }) => {
  await atBothWidths(page, {
    language,
    open: () => page.goto('/progress'),
    look: async () => {
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
    },
  })
})

/** By keyboard, for users who cannot see the chart. */
async function openTable(page: Page, chart: string): Promise<void> {
  const figure = page.getByRole('figure').filter({ has: page.getByRole('img', { name: chart }) })
  await figure.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(figure.getByRole('table', { name: chart }).getByRole('rowheader').first()).toBeVisible()
}
