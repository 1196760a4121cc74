import { expect, type Page } from 'playwright/test'
import type { CourseDetails, CourseStudent, FoundCourses } from '#contract/enrolment/catalog.ts'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { changing, test } from '#tests/support/browser/story.ts'
import { aPhone, expectFits } from '#tests/support/browser/widths.ts'

test('a visitor searches, filters, changes the page and returns', async ({ page }) => {
  await page.goto('/catalog')
  const count = page.getByRole('status').filter({ hasText: /^\d+ курс/ })
  const all = await count.innerText()
  const cards = page.getByRole('region', { name: 'Курсы' }).getByRole('article')
  const first = await cards.first().getByRole('heading').innerText()

  await page.getByRole('link', { name: 'Страница 2', exact: true }).click()
  await expect(page).toHaveURL('/catalog?page=2')
  await expect(cards.first().getByRole('heading')).not.toHaveText(first)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/catalog')
  await expect(cards.first().getByRole('heading')).toHaveText(first)

  const grade = page.getByRole('group', { name: 'Класс' }).getByRole('button', { name: /^7/ })
  const promised = Number((await grade.innerText()).match(/\d+$/)?.[0])
  await expect(grade).toHaveAccessibleName(`7 класс , ${promised}`)
  await grade.click()
  await expect(page).toHaveURL('/catalog?filter[grade][]=7')
  await expect(count).toHaveText(new RegExp(`^${promised} `))
  await expect(grade).toHaveText(new RegExp(`${promised}$`))

  await page.getByRole('textbox', { name: 'Найти курс' }).fill('матиматика')
  await expect(page).toHaveURL(/search=/)
  await expect(cards.first()).toContainText('Математика')
  await cards.first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Группы' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Найти курс' })).toHaveValue('матиматика')
  await expect(page.getByRole('button', { name: 'Убрать фильтр: 7 класс' })).toBeVisible()
  await page.getByRole('button', { name: 'Сбросить' }).click()
  await page.getByRole('button', { name: 'Очистить поиск' }).click()
  await expect(page).toHaveURL('/catalog')
  await expect(count).toHaveText(all)
})

test.describe('on a phone', () => {
  test.use(aPhone)

  test('filters are in a dialog, and Back reverts them', async ({ page }) => {
    await page.goto('/catalog')
    await page.getByRole('button', { name: 'Фильтры' }).tap()
    const sheet = page.getByRole('dialog', { name: 'Фильтры' })
    await sheet.getByRole('group', { name: 'Класс' }).getByRole('button', { name: /^9/ }).tap()
    await sheet.getByRole('group', { name: 'Площадка' }).getByRole('button').first().tap()
    await expect(sheet.getByRole('button', { name: /^Показать \d+/ })).toBeVisible()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: /^Показать \d+/ }).tap()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\?filter\[grade\]\[\]=9&filter\[territory\]\[\]=[0-9a-f-]{36}$/)
    await expect(page.getByRole('button', { name: 'Убрать фильтр: 9 класс' })).toBeVisible()
    await expectFits(page)
    await page.goBack()
    await expect(page).toHaveURL('/catalog')
    await expect(page.getByRole('list', { name: 'Выбранные фильтры' })).toHaveCount(0)
  })
})

changing.describe('a parent of a child without a place', () => {
  changing.use({ login: 'family' })

  changing(
    'joins the waiting list, sees the position after a reload, and leaves it',
    { tag: '@nightly' },
    async ({ page }) => {
      const { course, child, group } = await fullGroup(page)
      await page.goto(`/catalog/${course}?child=${child}`)
      const card = page
        .getByRole('list', { name: 'Группы курса' })
        .locator(':scope > li')
        .filter({ hasText: group.title })
      await card.getByRole('button', { name: `Встать в очередь в группу ${group.title}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Встать в очередь' }).dblclick()
      const own = `Вы в очереди: ${group.waiting + 1} из ${group.waiting + 1}`
      await expect(card).toContainText(own)
      await expect(page.getByRole('heading', { name: 'Группы', exact: true })).toBeFocused()
      await page.reload()
      await expect(card).toContainText(own)
      await expect(card).toContainText(`Мест нет · ждут ${group.waiting + 1}`)
      await card.getByRole('button', { name: `Выйти из очереди в группу ${group.title}` }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Не ждать' }).click()
      await expect(card.getByRole('button', { name: /^Встать в очередь/ })).toBeVisible()
    },
  )
})

/** A full group whose waiting list a child of the family can join. */
async function fullGroup(page: Page) {
  const get = async <Answer>(path: string): Promise<Answer> => (await page.request.get(`/api/v1/catalog${path}`)).json()
  const { items } = await get<FoundCourses>('/course/list')
  for (const { uuid: course } of items)
    for (const { studentUuid: child, obstacle, groups } of await get<CourseStudent[]>(
      `/course/${course}/student/list`,
    )) {
      const full = groups.find((group) => obstacle === null && group.obstacle === 'full' && group.waitingList === null)
      if (full === undefined) continue
      const { groups: all } = await get<CourseDetails>(`/course/${course}`)
      const group = all.find(({ groupUuid }) => groupUuid === full.groupUuid)
      // The page omits the title of the course in titles of groups.
      if (group !== undefined)
        return { course, child, group: { ...group, title: group.title.split(', ').at(-1) ?? '' } }
    }
  throw new Error('The demo school has no such group')
}
