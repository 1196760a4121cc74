import { expect, type Locator, type Page } from 'playwright/test'
import { test as story } from '#tests/support/browser/story.ts'
import { expectFits, widthsOf } from '#tests/support/browser/widths.ts'

/** Russian on a phone, English on a desktop. */
const test = story.extend({
  viewport: ({ language }, use) => use(widthsOf(language)[0]),
  isMobile: ({ language }, use) => use(language === 'ru'),
  hasTouch: ({ language }, use) => use(language === 'ru'),
})
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test.describe('a parent', () => {
  test.use({ login: 'family' })

  test('sees new items on the home page and opens a lesson', { tag: '@ru' }, async ({ page, t, isMobile }) => {
    await page.goto('/home-page')
    // The second where both days are free.
    const days = page
      .getByRole('region', { name: t('Сегодня и завтра') })
      .or(page.getByRole('region', { name: t('Ближайшие занятия') }))
    const firstDay = days.getByRole('heading', { level: 3 }).first()
    await expect(firstDay).toBeVisible()
    // On a desktop the lessons begin on the first screen.
    if (!isMobile) await expect(firstDay).toBeInViewport()
    // The menu, on a phone the bottom bar, marks the sections with new items.
    const menu = page.getByRole('navigation').filter({ visible: true })
    for (const section of ['/schedule', '/grade-book/'])
      await expect(menu.locator(`a[href="${section}"]`).first()).toHaveAccessibleDescription(/^\d+ /)
    const needs = page.getByRole('region', { name: t('Нужно сделать') })
    await expect(needs.getByRole('link').nth(isMobile ? 3 : 4)).toBeInViewport()
    await expectFits(page)
    const entry = days.locator('a[href*="item="]').first()
    await entry.click()
    await expect(page).toHaveURL(/\/schedule\?date=.*item=/)
    const lesson = page.getByRole('dialog')
    await expect(lesson.getByText(t('Когда'), { exact: true })).toBeVisible()
    await expectFits(page)
    await button(page, t('Закрыть')).click()
    await expect(lesson).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: t('Расписание') })).toBeVisible()
    await page.goBack()
    await expect(entry).toBeVisible()
  })

  test('opens an entry of the agenda, closes it and filters by child', { tag: ['@ru', '@nightly'] }, async ({
    page,
    t,
  }) => {
    await page.goto('/schedule')
    const lesson = await entryInView(page)
    const details = page.getByRole('dialog')
    await lesson.click()
    // A deadline or a lesson.
    const time = details.getByText(t('Когда'), { exact: true }).or(details.getByText(t('Сдать до'), { exact: true }))
    await expect(time).toBeVisible()
    await expectFits(page)
    await button(page, t('Закрыть')).click()
    await expect(details).toBeHidden()
    await expect(lesson).toBeFocused()

    const children = page.getByRole('combobox', { name: t('Чьё расписание') })
    await children.selectOption('Артём')
    await expect(children.locator(':checked')).toHaveText('Артём')
    await expect(page).toHaveURL(/filter\[child\]=/)
    await expectFits(page)
    await (await entryInView(page)).click()
    await expect(details).toContainText('Артём')
  })
})

/** The first entry below the controls; months before it may be added. */
async function entryInView(page: Page): Promise<Locator> {
  const entries = page.getByRole('main').getByRole('button', { name: /\d\d:\d\d/ })
  await expect(entries.first()).toBeVisible()
  const texts = await entries.evaluateAll((all) =>
    all.filter((one) => one.getBoundingClientRect().top > 250).map(({ textContent }) => textContent),
  )
  return entries.filter({ hasText: texts[0] ?? '' }).last()
}

test.describe('a student', () => {
  test.use({ login: 'student' })

  test('opens a mark of the grade book and the calculation of the average', { tag: '@ru' }, async ({
    page,
    t,
    isMobile,
  }) => {
    await page.goto('/grade-book/')
    if (isMobile) {
      const marked = page.getByRole('list', { name: t('Последние оценки') })
      const courses = page.getByRole('list', { name: t('Предметы') }).getByRole('listitem')
      await courses.filter({ has: marked }).first().getByRole('button').click()
    }
    await page
      .getByRole(isMobile ? 'button' : 'gridcell', { name: /: [2-5], \p{Letter}/u })
      .last()
      .click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByText(t('История'))).toBeVisible()
    await expectFits(page)
    await button(page, t('Все оценки и средний балл')).click()
    await dialog.getByRole('tab', { name: t('Средний балл') }).click()
    await expect(dialog.getByText(/^[\d.,\s]+ : [\d.,\s]+ = [\d.,]+/)).toBeVisible()
    const steps = dialog.getByRole('table', { name: t('Как сложился средний балл') })
    await expect(steps.getByRole('row').nth(1)).toContainText('×')
    await expectFits(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { level: 1, name: t('Журнал оценок') })).toBeVisible()
  })
})
