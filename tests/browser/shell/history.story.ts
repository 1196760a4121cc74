import { expect } from 'playwright/test'
import { openFromMenu } from '#tests/support/browser/navigation.ts'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'family' })

test('filters are kept by Back, by a reload and in a shared URL (D-18)', async ({ page, context, t }) => {
  await page.goto('/events')
  const kind = (where = page) =>
    where
      .getByRole('group', { name: t('Вид') })
      .getByRole('button')
      .first()
  await kind().click()
  await expect(kind()).toHaveAttribute('aria-pressed', 'true')
  const address = page.url()
  expect(decodeURIComponent(address)).toContain('filter[category]')

  await openFromMenu(page, 'Договоры и оплата')
  await expect(page.getByRole('heading', { level: 1, name: t('Договоры и оплата') })).toBeVisible()
  await page.goBack()
  await expect(kind()).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(kind()).toHaveAttribute('aria-pressed', 'true')

  const shared = await context.newPage()
  await shared.goto(address)
  await expect(kind(shared)).toHaveAttribute('aria-pressed', 'true')
})

test('a message is written over the current page, again after a reload, and Back returns to it', {
  tag: '@nightly',
}, async ({ page, t }) => {
  await page.goto('/tax-deduction?year=2025')
  const address = page.url()
  await page.getByRole('button', { name: t('Помощь'), exact: true }).click()
  await page.getByRole('button', { name: t('Написать в школу') }).click()
  const dialog = page.getByRole('dialog', { name: t('Новое сообщение') })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(`${address}&tickets=new`)
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1, name: t('Налоговый вычет') })).toBeVisible()
})

test('filters that are pressed without a pause all count', async ({ page }) => {
  await page.goto('/events')
  const filters = page.getByRole('main').getByRole('group').getByRole('button')
  await filters.first().focus()
  const others = (await filters.count()) - 1
  const keys = ['Enter', ...Array.from({ length: others }).flatMap(() => ['Tab', 'Enter'])]
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
  await expect(page.getByRole('main').getByRole('button', { pressed: true })).toHaveCount(others + 1)
  expect(page.url().match(/\[\]=/g)).toHaveLength(others + 1)
})

test('a double click on “next” shows the month after next, and Back returns through both', { tag: '@nightly' }, async ({
  page,
  t,
}) => {
  await page.goto('/schedule?date=2027-01-12')
  const months = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  await expect(months).toHaveText(/январь 2027/i)
  await page.getByRole('link', { name: t('Следующий месяц') }).dblclick()
  await expect(months).toHaveText(/март 2027/i)
  await page.goBack()
  await expect(months).toHaveText(/февраль 2027/i)
  await page.goBack()
  await expect(months).toHaveText(/январь 2027/i)
})

for (const [motion, transitions, tag] of [
  ['no-preference', 2, []],
  ['reduce', 0, ['@nightly']],
] as const) {
  const title = `between a list and its item the page fades ${transitions} times with the motion “${motion}”`
  test(title, { tag: [...tag] }, async ({ page, t }) => {
    await page.emulateMedia({ reducedMotion: motion })
    await page.addInitScript(() => {
      const start = document.startViewTransition.bind(document)
      let fades = 0
      const count = () => document.documentElement.setAttribute('data-fades', `${fades}`)
      document.addEventListener('DOMContentLoaded', count)
      document.startViewTransition = (update) => {
        fades += 1
        count()
        return start(update)
      }
    })
    const heading = (level1: string) => page.getByRole('heading', { level: 1, name: t(level1) })
    await page.goto('/events')
    await openFromMenu(page, 'Договоры и оплата')
    await expect(heading('Договоры и оплата')).toBeVisible()
    await page.locator('main a[href^="/contracts-and-payments/"]').first().click()
    // The pending page has no such heading: going back from it would fade nothing.
    await expect(page.getByRole('heading', { level: 2, name: t('Условия') })).toBeVisible()
    await page.goBack()
    await expect(heading('Договоры и оплата')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-fades', `${transitions}`)
  })
}
