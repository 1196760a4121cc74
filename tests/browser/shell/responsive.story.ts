import { expect, type Locator } from 'playwright/test'
import { demoAccounts } from '#server/idp/accounts/demo-accounts.ts'
import { waitForIdleNetwork } from '#tests/support/browser/navigation.ts'
import { test } from '#tests/support/browser/story.ts'
import { expectFits } from '#tests/support/browser/widths.ts'

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
      page.getByRole('button', { name: t('Изменить электронную почту') }),
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
  test('the users of the panel are rows in the width of the page', async ({ page, t }) => {
    await page.goto('/adm-panel/?tab=users')
    const users = page.getByRole('list', { name: t('Пользователи') }).getByRole('listitem')
    await expect(users.first()).toBeInViewport({ ratio: 1 })
    await expectFits(page)
  })
})

test.describe('in a low window, as 400 % zoom makes it', () => {
  test.use({ login: 'family', viewport: { width: 320, height: 256 } })

  test('no bar stays in front of the content, and a dialog scrolls as a whole', async ({ page, t }) => {
    await page.goto('/profile')
    const button = page.getByRole('button', { name: t('Изменить электронную почту') })
    await page.locator('summary', { hasText: t('Контакты') }).click()
    await button.scrollIntoViewIfNeeded()
    await expect(page.getByRole('banner')).not.toBeInViewport()
    await expect(page.getByRole('navigation', { name: t('Основные разделы') })).not.toBeInViewport()
    await button.click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel(t('Новая электронная почта'))
    await field.scrollIntoViewIfNeeded()
    await expect(field).toBeInViewport({ ratio: 1 })
    const scrolled = await dialog.evaluate((panel) => [
      panel.scrollHeight > innerHeight,
      panel.clientHeight === panel.scrollHeight,
    ])
    expect(scrolled).toEqual([true, true])
    await dialog.getByRole('button', { name: t('Отправить код') }).scrollIntoViewIfNeeded()
    await expect(dialog.getByRole('button', { name: t('Отправить код') })).toBeInViewport({ ratio: 1 })
  })
})

test.describe('with a larger default size of text', () => {
  test.use({ login: 'family', viewport: { width: 1440, height: 900 } })

  test('texts grow with it and nothing is cut', async ({ page }) => {
    await page.goto('/contracts-and-payments')
    const heading = page.getByRole('heading', { level: 1 })
    const sizeOf = () => heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
    const usual = await sizeOf()
    await page.addStyleTag({ content: ':root { font-size: 24px }' })
    expect(await sizeOf()).toBe(usual * 1.5)
    await expectFits(page)
  })
})

test.describe('changes of a schedule', () => {
  test.use({ login: 'family', viewport: { width: 1440, height: 900 } })

  test('open without moving their button', async ({ page, t }) => {
    await page.goto('/schedule')
    const button = page
      .getByRole('region', { name: t('Что изменилось') })
      .getByRole('button')
      .first()
    const before = await button.boundingBox()
    await button.click()
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    expect(await button.boundingBox()).toEqual(before)
  })
})

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (box === null) throw new Error('It is not visible')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height, middle: box.x + box.width / 2 }
}

test.describe('parts of a page', () => {
  test.use({ login: 'family', viewport: { width: 1440, height: 900 } })

  test('line up on a desk', { tag: '@nightly' }, async ({ page, t }) => {
    await page.goto('/homework')
    const [tabs, card] = [
      page.getByRole('navigation', { name: t('Посещаемость и задания') }),
      page.getByRole('main').locator('section ul').first(),
    ]
    expect(Math.abs((await boxOf(tabs)).right - (await boxOf(card)).right)).toBeLessThan(2)

    await page.goto('/profile?section=notifications')
    const columns = page.getByRole('columnheader')
    await expect(columns.last()).toBeVisible()
    const boxes = page.getByRole('row').nth(1).getByRole('checkbox')
    for (const [index, box] of (await boxes.all()).entries()) {
      const head = columns.nth((await columns.count()) - (await boxes.count()) + index)
      expect(Math.abs((await boxOf(head)).middle - (await boxOf(box)).middle)).toBeLessThan(2)
    }

    await page.goto('/contracts-and-payments')
    const due = page.getByRole('region', { name: t('К оплате') })
    const icon = due.getByRole('button', { name: /^(Один счёт на|One bill for)/ }).locator('svg')
    const first = due.getByRole('listitem').first().getByRole('link').first()
    expect(Math.abs((await boxOf(icon)).x - (await boxOf(first)).x)).toBeLessThan(2)
    const sizeOf = (part: Locator) => part.evaluate((one) => Number.parseFloat(getComputedStyle(one).fontSize))
    const total = page
      .getByRole('region', { name: t('Итого') })
      .locator('dd span')
      .first()
    expect(await sizeOf(due.getByRole('heading').first())).toBeGreaterThan(await sizeOf(total))
    await page.getByRole('main').locator('summary').click()
    for (const width of [1440, 375]) {
      await page.setViewportSize({ width, height: 900 })
      const rows = page.getByRole('main').locator('article, li:not(:has(article))').filter({ visible: true })
      const heights = await rows.evaluateAll((all) => all.map((row) => Math.round(row.getBoundingClientRect().height)))
      expect(heights.length).toBeGreaterThan(10)
      expect(heights.filter((height) => height < 56 || height > 64)).toEqual([])
    }
  })

  test('line up on a phone', { tag: '@nightly' }, async ({ page, t }) => {
    await page.setViewportSize({ width: 375, height: 812 })
    await page.goto('/schedule')
    const title = page.getByRole('heading', { level: 1 })
    const words = await title.evaluate((one) => {
      const text = document.createRange()
      text.selectNodeContents(one)
      return text.getBoundingClientRect().right
    })
    const choice = page.getByRole('combobox', { name: t('Чьё расписание') })
    expect((await boxOf(choice)).x - words).toBeGreaterThanOrEqual(8)
    const today = page.getByRole('group', { name: t('Дни') }).locator('[aria-current=date] > span')
    expect((await boxOf(today.last())).y - (await boxOf(today.nth(2))).bottom).toBeGreaterThanOrEqual(2)
    await page.goto('/profile?section=security')
    const sections = page.getByRole('main').getByRole('heading', { level: 2 })
    await expect(sections.first()).toHaveCSS('font-size', '16px')
  })
})

test.describe('messages of a teacher', () => {
  test.use({ login: 'teacher', viewport: { width: 1440, height: 900 } })

  test('have the button to write in the line of the title', { tag: '@nightly' }, async ({ page, t }) => {
    await page.goto('/messages')
    const title = await boxOf(page.getByRole('heading', { level: 1 }))
    const button = await boxOf(page.getByRole('main').getByRole('button', { name: t('Написать администрации') }))
    expect(Math.abs(title.y + title.height / 2 - button.y - button.height / 2)).toBeLessThan(4)
  })
})

/** What stands first on a page below its controls, by role and address. */
const firstContents = [
  [
    'family',
    {
      '/catalog': 'article',
      '/tax-deduction': 'section',
      '/messages': 'h2',
      '/events': 'section',
      '/homework': 'section',
      '/progress': 'p',
      '/contracts-and-payments': 'section',
    },
  ],
  ['teacher', { '/': 'section', '/messages': 'h2' }],
  ['student', { '/': 'section', '/homework': 'section' }],
] as const

for (const [login, screens] of firstContents) {
  test.describe(`on a phone of ${login}`, () => {
    test.use({ login, viewport: { width: 375, height: 812 } })

    test('the content begins under at most 120 px of controls', { tag: '@nightly' }, async ({ page }) => {
      for (const [address, content] of Object.entries(screens)) {
        await page.goto(address)
        const main = page.getByRole('main')
        const first = main.locator(content).filter({ visible: true }).first()
        await expect(first).toBeInViewport()
        const [top, begin] = [(await main.boundingBox())?.y ?? 0, (await first.boundingBox())?.y ?? 1000]
        expect(begin - top, address).toBeLessThanOrEqual(120)
      }
    })
  })
}

test.describe('on a low phone', () => {
  test.use({ login: 'family', viewport: { width: 375, height: 480 } })

  test('the button that pays does not cover the field that has the focus', async ({ page, t }) => {
    await page.goto('/payment')
    await page.getByRole('button', { name: t('Выбрать способ оплаты') }).click()
    const fields = page.getByRole('group', { name: t('Как заплатить') }).getByRole('radio')
    await expect(fields.first()).toBeVisible()
    const covered = await fields.evaluateAll((all) =>
      (all as HTMLElement[]).filter((field) => {
        const middle = () => field.getBoundingClientRect().top + field.offsetHeight / 2
        // It is behind the button before it gets the focus.
        scrollBy(0, middle() - innerHeight + 86)
        field.focus()
        return document.elementFromPoint(field.getBoundingClientRect().left + 4, middle()) !== field
      }),
    )
    expect(covered).toHaveLength(0)
  })
})

test.describe('with names of a hundred letters', () => {
  test.use({ viewport: { width: 320, height: 800 } })

  const screens = {
    family: [
      '/home-page',
      '/schedule',
      '/schedule?view=week',
      '/messages',
      '/contracts-and-payments',
      '/learning-progress',
      '/grade-book/',
      '/profile',
      '/profile?dialog=names',
      '/tax-deduction',
    ],
    teacher: ['/home-page', '/profile'],
    administrator: ['/adm-panel/', '/adm-panel/?tab=users', '/adm-panel/?tab=audit', '/adm-panel/?tab=tickets'],
  } as const

  const usual = ['/home-page', '/adm-panel/?tab=users']

  for (const [login, addresses] of Object.entries(screens))
    test.describe(login, () => {
      test.use({ login: login as keyof typeof screens })
      for (const address of addresses) {
        const tag = usual.includes(address) && login !== 'teacher' ? [] : ['@nightly']
        test(`${address} is not wider than the narrowest window`, { tag }, async ({ page }) => {
          await page.goto(address)
          await waitForIdleNetwork(page)
          expect(await page.evaluate(lengthen, names)).toBeGreaterThan(0)
          await expectFits(page)
        })
      }
    })
})

const names = demoAccounts.flatMap(({ firstName, lastName, patronym }) => [firstName, lastName, patronym ?? ''])

/** Makes each name on the page a word of 100 letters. Returns their number. Runs in the browser. */
function lengthen(all: readonly string[]): number {
  const wanted = new RegExp(`(?<!\\p{L})(?:${all.filter(Boolean).join('|')})(?!\\p{L})`, 'gu')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  let count = 0
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    text.textContent = (text.textContent ?? '').replaceAll(wanted, () => {
      count += 1
      return 'Щ'.repeat(100)
    })
  return count
}
