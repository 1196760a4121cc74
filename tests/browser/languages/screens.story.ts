import { expect, type Page } from 'playwright/test'
import { expectAccessible, expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts'
import { missingPage, screens, unknownLink, variants } from '#tests/support/browser/screens.ts'
import { test } from '#tests/support/browser/story.ts'
import type { Translate } from '#tests/support/browser/translations.ts'
import { aPhone, expectFits, expectFitsNarrowly, expectTablesFit, widthsOf } from '#tests/support/browser/widths.ts'
import { shellPage } from '#tests/support/pages/shell-page.ts'

const isAll = process.env.TEST_ALL !== undefined

for (const [index, [name, [as, at, title, heading = title]]] of Object.entries({ ...screens, ...variants }).entries()) {
  // Languages and themes take turns; `--all` opens each screen in all of them.
  const tag = [index % 2 === 0 ? '@ru' : '@en', ...(name in variants ? ['@nightly'] : [])]
  test.describe(name, () => {
    test.use({ login: as, colorScheme: isAll || index % 4 < 2 ? 'light' : 'dark' })
    test(`${name}: title, heading, layout and accessibility`, { tag }, async ({ page, t, language }) => {
      const complaints = listenToComplaints(page)
      const address = typeof at === 'string' ? at : await at(page)
      const [viewport, other] = widthsOf(language)
      for (const size of isAll ? [viewport, other] : [viewport]) {
        await page.setViewportSize(size)
        await page.goto(address)
        await expect(page).toHaveTitle(await documentTitle(page, title, t))
        if (heading !== false) await expect(page.getByRole('heading', { level: 1, name: t(heading) })).toBeVisible()
        await expectSettled(page, t('Загружаем…'))
        await expect(page.locator('html')).toHaveAttribute('lang', language)
        await expectFits(page)
        await (isAll ? expectAccessibleInBothThemes(page) : expectAccessible(page))
      }
      if (name in maxHeights) await expectHeight(page, name, t)
      await expectTablesFit(page)
      await expectFitsNarrowly(page)
      expect(complaints).toEqual([])
    })
  })
}

const sectionHeight = 1.5 * aPhone.viewport.height
/** Pixels of the whole page on a phone: home of a family of three, and the sections of a profile. */
const maxHeights: Record<string, number> = {
  'the home page of a parent': 2_400,
  'a parent’s profile': sectionHeight,
  'the security of a profile': sectionHeight,
  'the notifications of a profile': sectionHeight,
  'the consents of a profile': sectionHeight,
  'the data of a profile': sectionHeight,
  'the devices of a profile': sectionHeight,
  'the linked accounts of a profile': sectionHeight,
  'the appearance of a profile': sectionHeight,
}

/** Checks the height on a phone, and that what has to be done stands above the bar at the bottom without scrolling. */
async function expectHeight(page: Page, name: string, t: Translate): Promise<void> {
  await page.setViewportSize(aPhone.viewport)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollHeight))
    .toBeLessThanOrEqual(maxHeights[name] ?? 0)
  if (name !== 'the home page of a parent') return
  const needs = page.getByRole('region', { name: t('Нужно сделать') }).getByRole('list')
  const bar = page.getByRole('navigation', { name: t('Основные разделы') })
  const [list, below] = [await needs.boundingBox(), await bar.boundingBox()]
  expect((list?.y ?? 1_000) + (list?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
}

/** A course is named by its heading, a contract by its number. */
async function documentTitle(page: Page, title: string, t: Translate): Promise<string | RegExp> {
  const product = t('Личный кабинет')
  if (title === 'Договор') return new RegExp(`^${t(title)} \\S+ · ${product}$`)
  const named = title === 'Курс' ? await page.getByRole('heading', { level: 1 }).innerText() : t(title)
  return `${named} · ${product}`
}

test.describe('menus', () => {
  test.use({ login: 'mixed' })

  test('the role switch and the user menu on a desktop', { tag: '@en' }, async ({ page, t }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: t('Обзор') })).toBeVisible()
    await page.getByRole('button', { name: t('Роль:') }).click()
    await expect(page.getByRole('menuitemcheckbox', { name: t('Родитель'), exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await openUserMenu(page, t)
  })

  test.describe('on a phone', () => {
    test.use(aPhone)

    test('the menu drawer and the user menu', { tag: '@ru' }, async ({ page, t }) => {
      await page.goto('/')
      await expect(page.getByRole('heading', { level: 1, name: t('Обзор') })).toBeVisible()
      await expectFits(page)
      await page.getByRole('button', { name: t('Меню'), exact: true }).tap()
      const drawer = page.getByRole('dialog', { name: t('Меню') })
      await expect(drawer.getByRole('navigation').getByRole('link').first()).toBeVisible()
      await expectAccessible(page)
      await drawer.getByRole('button', { name: t('Закрыть меню') }).tap()
      await expect(drawer).toBeHidden()
      await expect(page.getByRole('button', { name: t('Меню'), exact: true })).toBeFocused()
      await openUserMenu(page, t)
    })
  })
})

async function openUserMenu(page: Page, t: Translate): Promise<void> {
  await shellPage(page, t).userMenu.click()
  await expect(shellPage(page, t).signOut).toBeVisible()
  await expectAccessible(page)
}

function listenToComplaints(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    // Chromium logs the 403, 404 or 500 status of the document, and the 404 of an unknown link.
    const { url } = message.location()
    const isOfPage = url === page.url() || url.endsWith(missingPage) || url.endsWith(unknownLink)
    if (message.type() === 'error' && !isOfPage) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

async function expectSettled(page: Page, loading: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: loading })).toHaveCount(0)
  await expect(page.getByLabel(loading)).toHaveCount(0)
}
