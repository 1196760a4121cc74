import { expect, type Locator, type Page } from 'playwright/test'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { shiftsOf, totalShift, widths } from '#tests/bench/shifts.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { longTask, press, run, workOfFrames } from '#tests/support/browser/frames.ts'
import { test } from '#tests/support/browser/story.ts'
import { aPhone } from '#tests/support/browser/widths.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'

test.use({ login: 'family' })

for (const view of ['month', 'week']) {
  const tag = view === 'month' ? [] : ['@nightly']
  test(`a ${view} and a lesson can be used by keyboard alone`, { tag }, async ({ page }) => {
    await page.goto(`/schedule?view=${view}`)
    const grid = page.getByRole('grid')
    await expect(grid).toBeVisible()
    // From the top of the content: the controls of the calendar, the children and the changes.
    await page.getByRole('main').focus()
    for (let stop = 0; stop < 14 && (await grid.locator(':focus').count()) === 0; stop += 1)
      await page.keyboard.press('Tab')
    await expect(grid.locator(':focus')).toHaveAttribute('aria-current', 'date')
    await page.keyboard.press('Home')
    await stepTo(page, grid, 'ArrowDown')
    const lesson = await focusedIn(grid)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(await focusedIn(grid)).toBe(lesson)

    const period = await page.getByRole('heading', { level: 2 }).first().innerText()
    await page.keyboard.press('PageDown')
    await expect(page.getByRole('heading', { level: 2 }).first()).not.toHaveText(period)
    await expect(grid.locator(':focus')).toHaveCount(1)

    // One stop: the next Tab leaves the calendar.
    await page.keyboard.press('Tab')
    await expect(grid.locator(':focus')).toHaveCount(0)
  })
}

test('a press shows at once, and releases slowly', { tag: '@nightly' }, async ({ page }) => {
  await page.goto('/schedule?view=month')
  const day = page.getByRole('grid').getByRole('button').first()
  await day.hover()
  const opacity = () => day.evaluate((element) => Number(getComputedStyle(element).opacity))
  expect(await opacity()).toBe(1)
  await page.mouse.down()
  expect(await opacity()).toBe(0.7)
  await page.mouse.move(0, 0)
  await page.mouse.up()
  await expect.poll(opacity).toBe(1)
})

test('a month fits a desktop: one row of controls, all weeks and a legend', async ({ page, t }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  // Six weeks.
  await page.goto('/schedule?view=month&date=2026-11-23')
  const top = async (shown: Locator) => (await shown.boundingBox())?.y ?? Number.POSITIVE_INFINITY
  const grid = page.getByRole('grid')
  await expect(page.getByRole('region', { name: t('Что изменилось') })).toBeVisible()
  await expect(page.getByRole('group', { name: t('Чьё расписание') })).toBeVisible()
  expect(await top(grid)).toBeLessThanOrEqual(260)
  const legend = page.getByRole('list', { name: t('Цвета детей') }).getByRole('listitem')
  await expect(legend.first()).toBeInViewport({ ratio: 1 })
  await expect(grid.getByRole('row').last().getByRole('button').first()).toBeInViewport({ ratio: 1 })
  expect(await page.evaluate(() => scrollY)).toBe(0)
  const titles = grid.locator('[data-item] > [title]')
  const cut = await titles.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)
  expect(cut).toBeLessThanOrEqual((await titles.count()) / 3)

  const buttons = [t('Фильтры'), t('Ещё')].map((name) => page.getByRole('button', { name, exact: true }))
  const links = ['Следующий месяц', 'Сегодня'].map((name) => page.getByRole('link', { name: t(name) }))
  expect(new Set(await Promise.all([...links, ...buttons].map(top))).size).toBe(1)
  const title = page.getByRole('heading', { level: 2 }).first()
  const middleOf = async (shown: Locator) => {
    const box = await shown.boundingBox()
    return box ? box.y + box.height / 2 : Number.POSITIVE_INFINITY
  }
  for (const width of [768, 1024, 1180]) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(async () => (await title.boundingBox())?.height, `${width}`).toBeLessThanOrEqual(28)
    await expect(async () => {
      const middles = await Promise.all([title, ...buttons].map(middleOf))
      expect(Math.max(...middles) - Math.min(...middles), `${width}`).toBeLessThanOrEqual(4)
    }).toPass()
  }
})

test('a lesson opens beside itself; another one takes its place, and Back closes it', { tag: '@nightly' }, async ({
  page,
  t,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/schedule?view=month&date=2026-11-23')
  const lessons = page.getByRole('grid').getByRole('button', { name: /Дизайн/ })
  const details = page.getByRole('dialog', { name: 'Дизайн' })
  await lessons.nth(8).click()
  const chip = await lessons.nth(8).boundingBox()
  const beside = await details.boundingBox()
  expect(Math.abs((beside?.x ?? 0) - (chip?.x ?? 0) - (chip?.width ?? 0))).toBeLessThan(8)
  await expect(details.getByRole('link', { name: t('Оценки и посещение') })).toBeVisible()
  await expectAccessible(page)
  const first = page.url()
  await lessons.nth(0).click()
  await expect(page).not.toHaveURL(first)
  await expect(details).toHaveCount(1)
  await page.goBack()
  await expect(details).toHaveCount(0)
  await expect(page).toHaveURL(/\/schedule\?view=month&date=2026-11-23$/)
})

test('lessons without room are listed beside their button, by key, and the focus returns to it', {
  tag: '@nightly',
}, async ({ page, t }) => {
  await page.setViewportSize({ width: 1440, height: 620 })
  await page.goto('/schedule?view=month&date=2026-11-23')
  const more = page.getByRole('grid').locator('[data-more]').first()
  await more.press('Enter')
  const day = page.getByRole('dialog')
  const lessons = day.getByRole('listitem')
  await expect(lessons.first().getByRole('button')).toBeFocused()
  const hidden = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0])
  expect(await lessons.count()).toBeGreaterThan(hidden)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(day).toBeHidden()
  await expect(more).toBeFocused()

  await more.press('Enter')
  const name = (await lessons.last().locator('.font-medium').nth(1).textContent()) ?? ''
  await lessons.last().getByRole('button').press('Enter')
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await more.press('Enter')
  await day.getByRole('button', { name: t('Открыть день') }).click()
  await expect(page).toHaveURL(/view=day/)
  await expect(day).toBeHidden()
})

test('a week fits a desktop with its first lesson and the current time', { tag: '@nightly' }, async ({ page, t }) => {
  // Late in the evening the week has one hour more.
  await page.setViewportSize({ width: 1440, height: 940 })
  await page.goto('/schedule?view=week')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('gridcell').locator('[data-item]').first()).toBeInViewport({ ratio: 1 })
  await expect(grid.locator('[data-now]')).toBeInViewport()
  expect(await grid.evaluate((own) => own.scrollHeight - own.clientHeight)).toBe(0)
  await expect(
    page
      .getByRole('list', { name: t('Цвета детей') })
      .getByRole('listitem')
      .first(),
  ).toBeInViewport()
  // Too low for all hours: scrolled as far as the current time is visible, also after the last lesson.
  for (const height of [700, 560, 400]) {
    await page.setViewportSize({ width: 1440, height })
    await page.reload()
    await expect(grid.locator('[data-now]')).toBeInViewport()
  }
})

test('a day that is opened from a scrolled month begins at its top', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  await page.goto('/schedule?view=month')
  const last = page.getByRole('grid').getByRole('row').last().getByRole('button').first()
  await last.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
  await last.click()
  await expect(page).toHaveURL(/view=day/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeInViewport({ ratio: 1 })
})

test('no time of a week is cut', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/schedule?view=week')
  await expect(page.getByRole('grid')).toBeVisible()
  const cut = await page
    .getByRole('gridcell')
    .getByText(/^(\D+ )?\d\d:\d\d(–\d\d:\d\d)?$/)
    .evaluateAll((times) =>
      times.flatMap((time) => {
        const [own, button] = [time.getBoundingClientRect(), time.closest('button')?.getBoundingClientRect()]
        return button && own.right > button.right ? [time.textContent] : []
      }),
    )
  expect(cut).toEqual([])
})

test('the menu leads to the dialogs, which return the focus to it', { tag: '@nightly' }, async ({ page, t }) => {
  await page.goto('/schedule')
  const menu = page.getByRole('button', { name: t('Ещё'), exact: true })
  for (const name of [t('Написать о расписании'), t('Подписаться на календарь')]) {
    await menu.press('Enter')
    await page.getByRole('menuitem', { name }).press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
  }
})

test('a month shows titles if its columns are wide enough, and dots otherwise', { tag: '@nightly' }, async ({
  page,
}) => {
  await page.goto('/schedule?view=month')
  for (const width of [768, 820, 1024, 1090, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const grid = page.getByRole('grid')
    const hasRoom = width !== 768 && width !== 1024
    await expect(grid.getByRole('button', { pressed: true })).toHaveCount(hasRoom ? 0 : 1)
    // The layout of the previous width may be visible for a moment.
    const column = async () => (await grid.getByRole('columnheader').first().boundingBox())?.width ?? 0
    if (hasRoom) await expect.poll(column, `${width}`).toBeGreaterThanOrEqual(width === 1920 ? 181 : 110)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(
      0,
    )
  }
})

test('days beside a month of a tablet stand right below the header', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto('/schedule?view=month')
  const day = page
    .getByRole('main')
    .locator('[data-agenda-day]:visible')
    .filter({ has: page.locator('[data-item]') })
    .first()
  await expect(day).toBeVisible()
  const { y = 0, height = 0 } = (await page.getByRole('banner').first().boundingBox()) ?? {}
  const cut = (section: Element, below: number) => scrollBy(0, section.getBoundingClientRect().top - below + 30)
  await day.evaluate(cut, y + height)
  const heading = () => day.evaluate((section) => section.firstElementChild?.getBoundingClientRect().top)
  await expect.poll(heading).toBeCloseTo(y + height, 0)
})

test('the list of a desktop has no end in both directions, below its row of controls', { tag: '@nightly' }, async ({
  page,
  t,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/schedule?view=list')
  const today = page.getByText(t('сегодня'), { exact: true })
  // The earlier days are above today, without moving it.
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  await expect(today).toBeInViewport()
  const controls = page.getByRole('button', { name: t('Ещё'), exact: true })
  await expect(controls).toBeInViewport({ ratio: 1 })
  expect(totalShift(await shiftsOf(page))).toBeLessThanOrEqual(0.02)
  const scrolledMonths = async () => {
    await page.evaluate(() => scrollBy(0, 3000))
    return page.getByRole('main').getByRole('region').count()
  }
  await expect.poll(scrolledMonths).toBeGreaterThan(4)
  await expect(page).toHaveURL(/date=2\d{3}-/)
  await expect(controls).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: t('Сегодня'), exact: true }).click()
  await expect(today).toBeInViewport()
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use(aPhone)

  test('today comes first, below one row of controls of 44 px and the days; all filters are in one dialog', async ({
    page,
    t,
  }) => {
    await page.goto('/schedule')
    const changes = page.getByRole('region', { name: t('Что изменилось') })
    const controls = [
      changes.getByRole('button').first(),
      page.getByRole('combobox', { name: t('Чьё расписание') }),
      page.getByRole('button', { name: t('Ещё'), exact: true }),
    ]
    const boxes = await Promise.all(controls.map((control) => control.boundingBox()))
    for (const box of boxes) expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    const header = await page.getByRole('banner').first().boundingBox()
    const days = page.getByRole('group', { name: t('Дни') })
    const row = await days.boundingBox()
    expect((row?.y ?? 0) + (row?.height ?? 0) - (header?.height ?? 0)).toBeLessThanOrEqual(120)
    for (const day of await days.getByRole('button').all())
      expect((await day.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    const lesson = page.getByRole('main').locator('[data-agenda-day] [data-item]:visible')
    const firstVisible = async () =>
      (await lesson.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))).find(
        (top) => top > 200,
      )
    await expect.poll(firstVisible).toBeLessThanOrEqual(230)
    await changes.getByRole('button').first().tap()
    await expect(changes.getByRole('button', { name: t('Просмотрено') })).toBeInViewport({ ratio: 1 })
    await changes.getByRole('button').first().tap()
    const openFilters = async (name: string) => {
      await page.getByRole('button', { name: t('Ещё'), exact: true }).tap()
      await page.getByRole('menuitem', { name, exact: true }).tap()
    }
    await openFilters(t('Фильтры'))
    const sheet = page.getByRole('dialog', { name: t('Фильтры') })
    await sheet.getByRole('button', { name: t('Онлайн') }).tap()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: t('Показать'), exact: true }).tap()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: t('Ещё'), exact: true }).tap()
    await expect(page.getByRole('menuitem', { name: t('Фильтры: {filterCount}', { filterCount: 1 }) })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/filter\[kind\]\[\]=online$/)
    await expect(page.getByRole('button', { name: t('Убрать фильтр: {label}', { label: t('Онлайн') }) })).toBeVisible()
  })

  test('the agenda has no end; its controls fold away and return, and the address keeps the day', {
    tag: '@nightly',
  }, async ({ page, t }) => {
    await page.goto('/schedule')
    const heading = page.getByRole('heading', { level: 1 })
    const bottomOf = async (shown: Locator) => {
      const { y = Number.NaN, height = 0 } = (await shown.boundingBox()) ?? {}
      return y + height
    }
    // Folded, the heading stands whole behind the header of the page.
    const isFolded = async () => (await bottomOf(heading)) <= (await bottomOf(page.getByRole('banner')))
    const chosen = page.getByRole('group', { name: t('Дни') }).getByRole('button', { pressed: true })
    // The earlier days are above today, without moving it.
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
    await expect(page.getByText(t('сегодня'), { exact: true })).toBeInViewport()
    expect(totalShift(await shiftsOf(page))).toBeLessThanOrEqual(0.02)

    await page.evaluate(() => scrollBy(0, 1500))
    await expect.poll(isFolded).toBe(true)
    await expect(page).toHaveURL(/date=/)
    await page.evaluate(() => scrollBy(0, -100))
    await expect.poll(isFolded).toBe(false)
    await expect(heading).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: t('Сегодня') })).toBeVisible()
    await page.evaluate(() => scrollBy(0, 300))
    await expect.poll(isFolded).toBe(true)
    // The focus brings them back.
    await page.getByRole('button', { name: t('Месяц'), exact: true }).focus()
    await page.keyboard.press('Tab')
    await expect.poll(isFolded).toBe(false)
    await expect(heading).toBeInViewport({ ratio: 1 })

    await page.locator('main').focus()
    // Earlier months are added above without moving what is read.
    const later = page.url()
    await page.evaluate(() => scrollTo(0, 900))
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1500)
    await expect(page).not.toHaveURL(later)
    const day = await chosen.textContent()
    await page.goto('/events')
    await page.goBack()
    await expect(chosen).toHaveText(day ?? '')
    await expectAccessible(page)
  })
})

for (const [at, [name, window]] of Object.entries(widths).entries()) {
  const tag = at === 0 ? [] : ['@nightly']
  test.describe(`in another time zone, at ${name} px`, () => {
    test.use({ ...window, timezoneId: 'Asia/Vladivostok' })

    test('the note on the time of the school stands free of the controls', { tag }, async ({ page, t }) => {
      await page.goto('/schedule')
      const edgesOf = async (shown: Locator) => {
        const { y = Number.NaN, height = 0 } = (await shown.boundingBox()) ?? {}
        return { top: y, bottom: y + height }
      }
      const note = await edgesOf(page.getByRole('note'))
      const heading = await edgesOf(page.getByRole('heading', { level: 1 }))
      expect(note.top).toBeGreaterThanOrEqual(heading.top)
      if ('isMobile' in window) {
        const days = await edgesOf(page.getByRole('group', { name: t('Дни') }))
        expect(note.top).toBeGreaterThanOrEqual(days.bottom)
        return
      }
      const children = await edgesOf(page.getByRole('group', { name: t('Чьё расписание') }))
      expect(note.bottom).toBeLessThanOrEqual(children.top)
    })
  })
}

test('only the visible of a thousand items are rendered in each view, without long frames', {
  tag: '@nightly',
}, async ({ page, t }) => {
  await fill(page, thousandItems())
  await page.goto('/schedule?view=month&date=2027-05-10')
  await page.getByRole('link', { name: t('Следующий месяц') }).click()
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('button', { name: /Предмет/ }).first()).toBeVisible()
  expect(await grid.getByRole('button').count()).toBeLessThan(42 * 6)
  await grid.getByRole('button').first().focus()
  expect(await longestOf(page, press('ArrowRight', 39))).toBeLessThan(longTask)
  // By key: the sticky header may cover the controls.
  await page.getByRole('radio', { name: t('Неделя') }).press('Space')
  await expect(grid.getByRole('button', { name: /Предмет/ }).first()).toBeVisible()
  await grid.getByRole('button').first().focus()
  expect(await longestOf(page, press('ArrowDown', 40))).toBeLessThan(longTask)
  await page.getByRole('radio', { name: t('Список') }).press('Space')
  const list = page.getByRole('list', { name: t('Расписание по дням') })
  await expect(list).toBeVisible()
  expect(await page.getByRole('button', { name: /Предмет/ }).count()).toBeLessThan(60)
  // Days of 34 items each.
  expect(await longestOf(page, run('scrollBy({ top: 200 })'))).toBeLessThan(longTask)
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: /Предмет 999/ })).toBeVisible()
  expect(await page.getByRole('button', { name: /Предмет/ }).count()).toBeLessThan(60)
})

for (const [width, window] of Object.entries(widths)) {
  test.describe(`at ${width} px`, () => {
    test.use(window)

    const usual = width === '375' ? 'list' : 'week'
    for (const view of ['month', 'week', 'list']) {
      const tag = view === usual ? [] : ['@nightly']
      test(`a ${view} with a late response causes no layout shift`, { tag }, async ({ page, t }) => {
        const late = Promise.withResolvers<void>()
        await page.route('**/schedule/list?*', async (route) => {
          await late.promise
          await route.continue()
        })
        await page.goto('/events')
        await expect(page.getByRole('heading', { level: 1, name: t('Мероприятия') })).toBeVisible()
        await page.evaluate((to) => {
          history.pushState(null, '', to)
          dispatchEvent(new PopStateEvent('popstate'))
        }, `/schedule?view=${view}`)
        await expect(page.getByRole('status').filter({ hasText: t('Загружаем…') })).toHaveCSS('opacity', '1')
        late.resolve()
        await expect(page.getByRole('status').filter({ hasText: t('Загружаем…') })).toHaveCount(0)
        const shifts = await shiftsOf(page)
        expect(totalShift(shifts), JSON.stringify(shifts)).toBeLessThanOrEqual(0.02)
      })
    }
  })
}

/** The CPU milliseconds of the slowest step. */
async function longestOf(page: Page, step: Parameters<typeof workOfFrames>[2]): Promise<number> {
  return Math.max(...(await workOfFrames(page, 20, step)))
}

/** Presses a key until an item has the focus, not a day. */
async function stepTo(page: Page, grid: Locator, key: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    const label = await grid.locator(':focus').getAttribute('aria-label')
    const words = await focusedIn(grid)
    if (label === null && /\d\d:\d\d/.test(words)) return
    await page.keyboard.press(key)
  }
  throw new Error('No arrow leads to an item')
}

function focusedIn(grid: Locator): Promise<string> {
  return grid.locator(':focus').innerText()
}

/** Fulfils June 2027, which is empty and not part of the document. */
async function fill(page: Page, items: ScheduleItem[]): Promise<void> {
  await page.route('**/schedule/list?month_date=2027-06-01', (route) => route.fulfill({ json: items }))
}

function at(day: number, hour = 9, minute = 0): string {
  return new Date(Date.UTC(2027, 5, day, hour, minute)).toISOString()
}

function thousandItems(): ScheduleItem[] {
  return Array.from({ length: 1000 }, (_, index) => {
    const [day, nth] = [1 + Math.floor(index / 34), index % 34]
    const hour = 5 + Math.floor(nth / 3)
    return scheduleItem({
      uuid: `item ${index}`,
      subject: `Предмет ${index}`,
      startsAt: at(day, hour, (nth % 3) * 15),
      endsAt: at(day, hour, (nth % 3) * 15 + 45),
    })
  })
}
