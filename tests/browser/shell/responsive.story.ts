import { expect } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'

test.describe('on a desk', () => {
  test.use({ login: 'family', viewport: { width: 1440, height: 900 } })
  test('no line of the menu breaks', async ({ page, t }) => {
    await page.goto('/profile')
    const links = page.getByRole('navigation', { name: t('Меню') }).getByRole('link')
    await expect(links.first()).toBeVisible()
    const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height))
    expect(heights.filter((height) => height > 44)).toEqual([])
    // The button of the email stands beside it, in one line.
    const [email, change] = [
      page.getByRole('link', { name: 'family@demo.example' }),
      page.getByRole('button', { name: t('Изменить адрес почты') }),
    ]
    const [beside, button] = [await email.boundingBox(), await change.boundingBox()]
    expect(button?.height).toBeLessThan(40)
    expect(
      Math.abs((button?.y ?? 0) + (button?.height ?? 0) / 2 - (beside?.y ?? 0) - (beside?.height ?? 0) / 2),
    ).toBeLessThan(4)
  })
})

test.describe('on a tablet', () => {
  test.use({ login: 'administrator', viewport: { width: 768, height: 1024 } })
  test('an administrator sees the state of each user without scrolling the table', async ({ page, t }) => {
    await page.goto('/adm-panel/')
    await expect(page.getByRole('columnheader', { name: t('Состояние') })).toBeInViewport({ ratio: 1 })
  })
})
