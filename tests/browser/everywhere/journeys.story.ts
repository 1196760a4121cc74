import { expect, type Page } from 'playwright/test'
import { onlineTerritoryUuid } from '#contract/limits.ts'
import type { Say } from '#tests/support/browser/say.ts'
import { changing, test } from '#tests/support/browser/story.ts'
import { transferApi } from '#tests/support/browser/transfers.ts'
import { expectFits, widths } from '#tests/support/browser/widths.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const [width, window] of Object.entries(widths)) {
  test.describe(`on ${width}, a parent`, () => {
    test.use({ ...window, login: 'family' })

    test('sees at home what is new, and goes to the lesson that was changed', async ({ page, say, isMobile }) => {
      await page.goto('/home-page')
      const days = page.getByRole('region', { name: say('Сегодня и завтра') })
      await expect(days.getByRole('article')).toHaveCount(3)
      // A desk shows all three children on one screen.
      const children = isMobile ? [] : await days.getByRole('heading', { level: 3 }).all()
      for (const child of children) await expect(child).toBeInViewport()
      await expect(page.getByRole('link', { name: fresh(say, changesInSchedule) })).toBeInViewport()
      await expect(page.getByRole('link', { name: fresh(say, newMarks) })).toBeInViewport()
      await expectFits(page)
      const changes = page.getByRole('region', { name: say('Что изменилось') })
      const change = changes.getByRole('listitem').first().getByRole('link')
      await change.click()
      await expect(page).toHaveURL(/\/schedule\?date=.*item=/)
      const lesson = page.getByRole('dialog')
      await expect(lesson.getByText(say('Когда'), { exact: true })).toBeVisible()
      await expectFits(page)
      await button(page, say('Закрыть')).click()
      await expect(lesson).toBeHidden()
      await expect(page.getByRole('heading', { level: 1, name: say('Расписание') })).toBeVisible()
      await page.goBack()
      await expect(change).toBeVisible()
    })

    test('reads the week, opens a lesson, closes it, and looks at one child’s lessons', async ({
      page,
      say,
      isMobile,
    }) => {
      await page.goto('/schedule')
      await page.getByRole('radio', { name: say('Неделя') }).click({ force: true })
      await expect(page).toHaveURL(/view=week/)
      const lesson = page
        .getByRole('main')
        .getByRole('button', { name: /\d\d:\d\d/ })
        .last()
      const details = page.getByRole('dialog')
      await lesson.click()
      await expect(details.getByText(say('Когда'), { exact: true })).toBeVisible()
      await expectFits(page)
      await button(page, say('Закрыть')).click()
      await expect(details).toBeHidden()
      await expect(lesson).toBeFocused()

      if (isMobile) await button(page, say('Фильтры')).click()
      const child = page.getByRole('group', { name: say('Чьё расписание') }).getByRole('button', { name: 'Артём' })
      await child.click()
      await expect(child).toHaveAttribute('aria-pressed', 'true')
      if (isMobile) await button(page, say('Показать')).click()
      await expect(page).toHaveURL(/filter\[child\]=/)
      await expectFits(page)
      await lesson.click()
      await expect(details).toContainText('Артём')
    })
  })

  test.describe(`on ${width}, a student`, () => {
    test.use({ ...window, login: 'student' })

    test('walks from the grade book to a mark, and to how the average came about', async ({ page, say, isMobile }) => {
      await page.goto('/grade-book/')
      if (isMobile) {
        const marked = page.getByRole('list', { name: say('Последние оценки') })
        const courses = page.getByRole('list', { name: say('Предметы') }).getByRole('listitem')
        await courses.filter({ has: marked }).first().getByRole('button').click()
      }
      await page
        .getByRole(isMobile ? 'button' : 'gridcell', { name: /: [2-5], \p{Letter}/u })
        .last()
        .click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText(say('История'))).toBeVisible()
      await expectFits(page)
      await button(page, say('Все оценки и средний балл')).click()
      await dialog.getByRole('tab', { name: say('Средний балл') }).click()
      await expect(dialog.getByText(/^[\d.,\s]+ : [\d.,\s]+ = [\d.,]+/)).toBeVisible()
      const steps = dialog.getByRole('table', { name: say('Как сложился средний балл') })
      await expect(steps.getByRole('row').nth(1)).toContainText('×')
      await expectFits(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('heading', { level: 1, name: say('Журнал оценок') })).toBeVisible()
    })
  })
}

changing.describe('a parent who changes something', () => {
  // One school is enough for all of them: each leaves it as it was.
  changing.describe.configure({ mode: 'default' })

  for (const [width, window] of Object.entries(widths)) {
    changing.describe(`on ${width}`, () => {
      changing.use({ ...window, login: 'family' })

      changing('moves a child to another group, and takes it back', async ({ page, say }) => {
        const moves = transferApi(page.request)
        const group = await moves.changeable(({ territories }) => territories.length > 1)
        const [territory] = group.territories
        if (territory === undefined) throw new Error(`${group.title} has no territory`)
        const free = (await moves.toChange(group, territory.uuid)).find(({ placesLeft }) => placesLeft > 0)
        if (free === undefined) throw new Error(`No group at ${territory.title} has a place`)
        const { subject, title } = group
        const change = button(page, say('Сменить группу: {subject}, {title}', { subject, title }))
        const place = territory.uuid === onlineTerritoryUuid ? say('Онлайн') : territory.title
        const step = async (words: string) => {
          await expect(page.getByRole('heading', { level: 2, name: say(words) })).toBeVisible()
          await expectFits(page)
        }
        await page.goto('/schedule')
        await page.getByRole('link', { name: say('Сменить группу') }).click()
        await step('Какую группу сменить?')
        await change.click()
        await step('Где удобно заниматься?')
        await page.getByRole('main').getByRole('listitem').getByRole('button', { name: place }).click()
        await step('В какую группу перейти?')
        await button(page, say('Посмотреть неделю с группой {title}', { title: free.title })).click()
        await step('Неделя до и после')
        await button(page, say('Подходит, дальше')).click()
        await step('Сменить группу?')
        await button(page, say('Сменить группу')).click()
        await step('Группа сменена')

        await button(page, say('Отозвать')).click()
        await page
          .getByRole('dialog')
          .getByRole('button', { name: say('Отозвать') })
          .click()
        await step('Смена группы отозвана')
        // What was pressed has gone with the move: the focus goes to what the page says now, and into view.
        await expect(page.getByRole('heading', { level: 2, name: say('Смена группы отозвана') })).toBeFocused()
        await expect(page.getByRole('heading', { level: 2, name: say('Смена группы отозвана') })).toBeInViewport()
        await page.getByRole('link', { name: say('Сменить ещё одну группу') }).click()
        await expect(change).toBeEnabled()
      })

      changing('writes a letter about the schedule, and finds it by its number', async ({ page, say }) => {
        await page.goto('/schedule')
        await button(page, say('Написать <0>о расписании</0>').replace(/<.+?>/g, '')).click()
        await page.getByRole('textbox', { name: say('Текст письма') }).fill('Просим перенести занятие на среду.')
        await expectFits(page)
        await button(page, say('Проверить и отправить')).click()
        await expect(page.getByRole('region', { name: say('Письмо') })).toContainText('на среду')
        await button(page, say('Отправить')).click()
        const sent = page.getByRole('dialog').getByRole('status')
        await expect(sent).toContainText(/Р-\d{4}-\d{6}/)
        const [number = ''] = /Р-\d{4}-\d{6}/.exec(await sent.innerText()) ?? []
        await expect(sent).toContainText(say('Обращение {number} отправлено', { number }))
        await page
          .getByRole('dialog')
          .getByRole('button', { name: say('Мои обращения') })
          .click()
        const letter = page.getByRole('dialog').getByRole('listitem').filter({ hasText: number })
        await expect(letter).toContainText(say('Получено'))
        await expectFits(page)
      })

      changing('makes a calendar subscription, and switches it off', async ({ page, request, say }) => {
        await page.goto('/schedule')
        const open = button(page, say('Подписаться на календарь'))
        await open.click()
        const dialog = page.getByRole('dialog', { name: say('Подписка на календарь') })
        await button(page, say('Получить адрес')).click()
        const address = await dialog.getByLabel(say('Адрес календаря')).inputValue()
        await expectFits(page)
        expect((await request.get(address)).status()).toBe(200)
        await button(page, say('Готово')).click()
        await expect(open).toBeFocused()
        await open.click()
        await button(page, say('Выключить подписку')).click()
        await expect(button(page, say('Получить адрес'))).toBeVisible()
        await expectFits(page)
        await expect(dialog).toBeFocused()
        expect((await request.get(address)).status()).toBe(404)
      })
    })
  }
})

const changesInSchedule =
  '{changes, plural, one {# изменение в расписании} few {# изменения в расписании} many {# изменений в расписании} other {# изменения в расписании}}'
const newMarks =
  '{marks, plural, one {# новая оценка} few {# новые оценки} many {# новых оценок} other {# новой оценки}}'

/** So many things that are new, in any form that the language has for them. */
function fresh(say: Say, source: string): RegExp {
  const forms = [...say(source).matchAll(/\{# (.+?)\}/g)].map(([, form]) => form)
  return new RegExp(`^${say('Новое:')} \\d+ (${forms.join('|')})$`)
}
