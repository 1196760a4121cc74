import { expect } from 'playwright/test'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'family', viewport: { width: 1440, height: 900 } })

test('the side menu collapses to named icons by key, and the next document has it so', async ({ page, t }) => {
  await page.goto('/events')
  const menu = page.getByRole('navigation', { name: t('Меню'), exact: true })
  const widthOf = async () => (await menu.boundingBox())?.width ?? 0
  const wide = await widthOf()
  await menu.getByRole('button', { name: t('Свернуть меню') }).press('Enter')
  expect(await widthOf()).toBeLessThanOrEqual(72)
  await expect(menu.getByRole('button', { name: t('Развернуть меню') })).toBeFocused()

  const answer = await page.reload()
  expect(await answer?.text()).toMatch(/^<!doctype html>\s*<html data-menu="collapsed"/)
  expect(await widthOf()).toBeLessThanOrEqual(72)
  const schedule = menu.getByRole('link', { name: t('Расписание') })
  const title = schedule.getByText(t('Расписание'), { exact: true })
  await expect(title).toHaveCSS('opacity', '0')
  // By key the title is shown beside the icon, and nothing clips it.
  await page.keyboard.press('Tab')
  await schedule.focus()
  await expect(title).toHaveCSS('opacity', '1')
  const icon = await schedule.boundingBox()
  const shown = await title.boundingBox()
  expect(shown?.x ?? 0).toBeGreaterThanOrEqual((icon?.x ?? 0) + (icon?.width ?? 0) - 4)
  expect(Math.abs((shown?.y ?? 0) - (icon?.y ?? 0))).toBeLessThan(16)

  await menu.getByRole('button', { name: t('Развернуть меню') }).click()
  expect(await widthOf()).toBe(wide)
  await expect(page.locator('html')).not.toHaveAttribute('data-menu')
})
