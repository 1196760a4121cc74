import { expect, type Page } from 'playwright/test'
import { locales } from '#contract/enumerations.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { wordsIn } from '#tests/support/browser/say.ts'
import { test } from '#tests/support/browser/story.ts'
import { atBothWidths } from '#tests/support/browser/widths.ts'

test.use({ login: 'family' })

for (const language of locales) {
  test.describe(`in ${language}`, () => {
    const say = wordsIn(language)
    test.beforeEach(({ context, baseURL }) =>
      context.addCookies([{ name: 'lang', value: language, url: String(baseURL) }]),
    )

    test('a parent reads first what needs attention, and is led to the lesson whose homework is overdue', async ({
      page,
    }) => {
      await atBothWidths(page, {
        language,
        open: () => page.goto('/learning-progress'),
        look: async () => {
          await expect(page.getByRole('heading', { level: 2, name: say('Что требует внимания') })).toBeVisible()
          const reasons = page.getByRole('main').getByRole('link', { name: /^(Артём|Даниил|Мария):/ })
          const ways = await reasons.evaluateAll((links) =>
            links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
          )
          const [missed, late] = [ways.indexOf('/progress'), ways.indexOf('/schedule')]
          expect(missed).toBe(0)
          await reasons.nth(late).click()
          const details = page.getByRole('dialog')
          await expect(details).toBeVisible()
          await expect(details.getByText(say('Преподаватель'), { exact: true })).toBeVisible()
          await page.goBack()
          await reasons.nth(missed).click()
          await expect(page).toHaveURL(/\/progress\?child=[0-9a-f-]+&group=[0-9a-f-]+$/)
          await expect(
            page
              .getByRole('table', { name: say('Занятия') })
              .getByText(say('Пропуск'))
              .first(),
          ).toBeVisible()
          await page.goBack()
        },
      })
    })

    test('a parent chooses child and group, which a reload keeps, and opens the table behind a chart', async ({
      page,
    }) => {
      await atBothWidths(page, {
        language,
        open: () => page.goto('/progress'),
        look: async () => {
          await page.getByRole('button', { name: 'Мария' }).click()
          await page
            .getByRole('group', { name: say('Группа') })
            .getByRole('button')
            .nth(1)
            .click()
          await expect(page).toHaveURL(/\?child=[0-9a-f-]+&group=[0-9a-f-]+/)
          const heading = page.getByRole('main').getByRole('heading', { level: 2 }).first()
          const title = await heading.textContent()
          await page.reload()
          await expect(heading).toHaveText(String(title))
          await expect(page.getByRole('button', { name: 'Мария', pressed: true })).toBeVisible()
          await openTable(page, say('Посещаемость по месяцам'))
          await expectAccessible(page)
        },
      })
    })
  })
}

/** By keyboard, as whoever cannot see the chart would. */
async function openTable(page: Page, chart: string): Promise<void> {
  const figure = page.getByRole('figure').filter({ has: page.getByRole('img', { name: chart }) })
  await figure.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(figure.getByRole('table', { name: chart }).getByRole('rowheader').first()).toBeVisible()
}
