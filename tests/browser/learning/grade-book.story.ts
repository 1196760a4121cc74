import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { longTask, middleOf, run, workOfFrames } from '#tests/support/browser/frames.ts'
import { test } from '#tests/support/browser/story.ts'
import { algebra, schoolBook, schoolSettings, uuidOf, winter } from '#tests/support/samples/grade-book-samples.ts'

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

test.describe('a student', () => {
  test.use({ login: 'student' })

  test('opens a mark and a course by keyboard alone', { tag: '@nightly' }, async ({ page, t }) => {
    await page.goto('/grade-book/')
    const grid = page.locator('[role=grid][aria-busy=false]')
    await expect(grid).toBeVisible()
    const name = grid.getByRole('rowheader').first()
    await page.getByRole('button', { name: `${t('Скачать журнал')} PDF` }).focus()
    await expect(async () => {
      await page.keyboard.press('Tab')
      await expect(name).toBeFocused({ timeout: 100 })
    }).toPass()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('End')
    expect(await focused(page)).toMatch(new RegExp(t('Итог, {0}').replace('{0}', '.+').toLowerCase()))
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    const course = page.getByRole('dialog')
    await expect(course.getByRole('tab', { name: t('Оценки') })).toBeVisible()
    await expectAccessible(page)
    await course.getByRole('tab', { name: t('Средний балл') }).click()
    await expectAccessible(page)
    await course.getByRole('tab', { name: t('Что если…') }).click()
    await expect(course.getByText(t('Это не настоящие оценки'))).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(course).toBeHidden()
    await expect(grid.getByRole('rowheader').nth(1)).toBeFocused()

    const marked = grid.getByRole('gridcell', { name: /: [2-5], \p{Letter}/u }).last()
    await marked.focus()
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog')
    await expect(details.getByText(t('История'))).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(marked).toBeFocused()
    await expect(page).toHaveURL('/grade-book/')
  })

  test('sees the first marks at once, and that there are more below', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 700 })
    await page.goto('/grade-book/')
    const grid = page.locator('[role=grid][aria-busy=false]')
    const first = await grid.getByRole('gridcell').first().boundingBox()
    expect((first?.y ?? 1000) + (first?.height ?? 0)).toBeLessThanOrEqual(310)
    expect(first?.y).toBeLessThanOrEqual(300)
    // Names of columns have two lines at most.
    const names = await grid.getByRole('columnheader').evaluateAll((heads) =>
      heads.slice(-3).map((head) => {
        const text = document.createRange()
        text.selectNodeContents(head)
        return text.getBoundingClientRect().height
      }),
    )
    expect(Math.max(...names)).toBeLessThanOrEqual(32)
    // The last visible row is cut.
    const shown = await grid.evaluate((table) => {
      const box = table.parentElement as HTMLElement
      const tops = [...table.querySelectorAll('[role=rowheader]')].map((row) => row.getBoundingClientRect())
      const edge = box.getBoundingClientRect().bottom
      return {
        isScrollable: box.scrollHeight > box.clientHeight,
        cut: tops.filter((row) => row.top + 8 < edge && edge < row.bottom - 8).length,
      }
    })
    expect(shown).toEqual({ isScrollable: true, cut: 1 })
  })

  test('downloads the grade book as a PDF', async ({ page, t }) => {
    await page.goto('/grade-book/')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: `${t('Скачать журнал')} PDF` }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  })
})

for (const login of ['student', 'academy-student', 'spo-student', 'family'] as const)
  test.describe(`on a phone, ${login}`, () => {
    test.use({ login, viewport: { width: 375, height: 667 } })

    const tag = login === 'student' ? [] : ['@nightly']
    test('sees the first marks under at most 120 px of controls', { tag }, async ({ page, t }) => {
      await page.goto('/grade-book/')
      const main = page.getByRole('main')
      const content = main.locator('ul[aria-label] > li, [role=note], [role=status], [role=alert]').first()
      await expect(content).toBeInViewport({ ratio: 1 })
      const [top, begin] = [(await main.boundingBox())?.y ?? 0, (await content.boundingBox())?.y ?? 1000]
      expect(begin - top).toBeLessThanOrEqual(120)
      await expect(main.getByRole('heading', { level: 1 }).getByText(t('Оценки'), { exact: true })).toHaveCSS(
        'font-size',
        '20px',
      )
      const columns = main.getByRole('list', { name: t('Последние оценки') }).getByRole('listitem')
      if (login === 'student' || login === 'family') await expect(columns.first()).toBeVisible()
      for (const column of await columns.all()) expect((await column.boundingBox())?.width).toBeGreaterThanOrEqual(40)
      // A college has its marks in another view.
      const marks = main.getByRole('radio', { name: t('Оценки') })
      await expect(marks).toBeVisible({ visible: login === 'spo-student' })
      await expectAccessible(page)
    })
  })

test.describe('a family', () => {
  test.use({ login: 'family' })

  test('chooses a term on a phone in one dialog', { tag: '@nightly' }, async ({ page, t }) => {
    await page.setViewportSize({ width: 375, height: 667 })
    await page.goto('/grade-book/')
    await page.getByRole('button', { name: t('Показано:') }).click()
    const dialog = page.getByRole('dialog', { name: t('Что показать') })
    await expectAccessible(page)
    await dialog
      .getByRole('group', { name: t('Показать') })
      .getByRole('button', { name: t('Итоги') })
      .click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: t('Показано:') })).toContainText(t('Итоги'))
    await expect(page).toHaveURL(/view=totals/)
  })

  test('scrolls through 20 000 marks without long frames', { tag: '@nightly' }, async ({ page, t }) => {
    const [courses, days] = [100, 200]
    const release = await bringBookOf(page, courses, days)
    await page.goto('/profile')
    await page.getByRole('link', { name: t('Журнал оценок') }).click()
    // The table appears before its marks.
    const grid = page.getByRole('grid')
    await expect(grid.getByRole('gridcell', { name: /4,25/ }).first()).toBeVisible()
    await expect(grid).toHaveAttribute('aria-busy', 'true')
    release()
    await expect(grid).toHaveAttribute('aria-busy', 'false')
    await expect(grid).toHaveAttribute('aria-colcount', String(days + 4))
    // The full table replaces the first part, which ends long before the last course.
    const scrollTo = (top: number) => grid.evaluate((table, top) => table.parentElement?.scrollTo({ top }), top)
    await expect(async () => {
      await scrollTo(1e6)
      await expect(grid.getByRole('rowheader', { name: `Алгебра ${courses}` })).toBeVisible({ timeout: 1000 })
    }).toPass()
    expect(await grid.getByRole('gridcell').count()).toBeLessThan(1200)
    await scrollTo(0)

    const [head, name] = [grid.getByRole('columnheader').first(), grid.getByRole('rowheader').first()]
    await expect(name).toHaveAccessibleName(/Алгебра 1\b/)
    const before = [await head.boundingBox(), await name.boundingBox()]
    for (const axis of ['scrollLeft', 'scrollTop'] as const) {
      const work = await workOfScrolling(page, axis, axis === 'scrollLeft' ? -40 : 40)
      // Each step renders a new column or row. The margin is for parallel stories.
      expect(middleOf(work)).toBeLessThan((1.5 * 1000) / 60)
      expect(Math.max(...work)).toBeLessThan(2 * longTask)
    }
    expect((await head.boundingBox())?.y).toBe(before[0]?.y)
    expect((await grid.getByRole('rowheader').first().boundingBox())?.x).toBe(before[1]?.x)
  })
})

/** Fulfils the calls of the grade book with many marks; `release` sends the marks. */
async function bringBookOf(page: Page, courses: number, days: number): Promise<() => void> {
  const dates = Array.from({ length: days }, (_, day) =>
    new Date(Date.UTC(2026, 8, 1 + day)).toISOString().slice(0, 10),
  )
  const course = (number: number) => ({ ...algebra, uuid: uuidOf(1000 + number), title: `Алгебра ${number + 1}` })
  const book = { ...schoolBook, terms: [winter], courses: Array.from({ length: courses }, (_, at) => course(at)) }
  const all = book.courses.flatMap(({ uuid: courseUuid }, row) =>
    dates.map((date, column) => ({ courseUuid, date, uuid: uuidOf(100_000 + row * days + column) })),
  )
  const marks = all.map((one, at) => ({
    ...one,
    value: String(2 + (at % 4)),
    markType: 'classwork',
    weight: 1 + (at % 3),
  }))
  const journal = all.map(({ uuid, ...one }) => ({
    ...one,
    uuid: uuid.replace(/^0/, '1'),
    markUuid: uuid,
    termUuid: winter.uuid,
    topic: 'Дроби',
    markType: 'classwork',
    max: 5,
    held: true,
    absent: false,
    earlier: [],
  }))
  const student = { uuid: uuidOf(50), firstName: 'Артём', lastName: '', patronym: null, avatar: null, grade: null }
  const answers: Record<string, unknown> = {
    list: [{ student, books: [book] }],
    settings: schoolSettings,
    'courses-without-journals': [],
    marks,
    'journal-days': journal,
  }
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/v1/parent/children/grade-book/*', async (route) => {
    const call = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    if (call === 'marks') await released
    await route.fulfill({ json: answers[call] })
  })
  return release
}

/** CPU milliseconds of 60 frames while the table scrolls. */
function workOfScrolling(page: Page, axis: 'scrollLeft' | 'scrollTop', step: number): Promise<number[]> {
  return workOfFrames(page, 60, run(`document.querySelector('[role=grid]').parentElement.${axis} += ${step}`))
}
