import { expect, type Page } from 'playwright/test'
import { type Choice, purchaseAddress, purchaseApi } from '#tests/support/browser/purchases.ts'
import { changing } from '#tests/support/browser/story.ts'
import { atBothWidths, expectFits } from '#tests/support/browser/widths.ts'

changing.use({ login: 'family' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const childButton = (page: Page, { student }: Choice) =>
  page.getByRole('main').getByRole('button', { name: `${student.firstName} ${student.lastName}` })

/** Several children can be enrolled, so the first step is the selection of a child. */
const severalChildren = (students: readonly object[]) => students.length > 1

changing('a parent enrols a child step by step, and a double click makes one contract', async ({ page, language }) => {
  const purchases = purchaseApi(page.request)
  const choice = await purchases.choice(severalChildren)
  const before = await purchases.contracts()
  const steps: [title: string, choose: () => Promise<void>][] = [
    ['Кого записать?', () => childButton(page, choice).click()],
    ['Какая группа подойдёт?', () => button(page, `Выбрать группу ${choice.group.title}`).click()],
    [
      'Как удобно платить?',
      () =>
        button(page, /^Выбрать оплату: /)
          .first()
          .click(),
    ],
  ]
  await page.goto(purchaseAddress(choice))
  for (const [index, [title, choose]] of steps.entries()) {
    await expect(heading(page, title)).toBeVisible()
    await expect(page.getByText(`Шаг ${index + 1} из 4`)).toBeVisible()
    await choose()
  }
  await expect(heading(page, 'Всё верно?')).toBeFocused()
  await expect(page).toHaveURL(/&basket=/)
  await atBothWidths(page, {
    language,
    open: () => page.reload(),
    look: async () => {
      await expect(button(page, 'Оформить договор')).toBeEnabled()
      await expectFits(page)
    },
  })
  await button(page, 'Оформить договор').dblclick()
  await expect(heading(page, 'Договор составлен')).toBeFocused()
  const made = (await purchases.contracts()).filter(({ uuid }) => before.every((one) => one.uuid !== uuid))
  expect(made.map(({ groupUuid, student }) => [groupUuid, student.uuid])).toEqual([
    [choice.group.groupUuid, choice.student.studentUuid],
  ])
  await expect(page).toHaveURL(`/catalog/${choice.course.uuid}/purchase?contract=${made[0]?.uuid}`)
  await expect(page.getByText(`Договор № ${made[0]?.number}`)).toBeVisible()
  await expect(page.getByText(/^Первый платёж до .+: /)).toBeVisible()
  await page.reload()
  await page.getByRole('link', { name: 'К договору и счёту' }).click()
  await expect(page).toHaveURL(`/contracts-and-payments/${made[0]?.uuid}`)
  // A second purchase for the same child is refused.
  await page.goto(purchaseAddress(choice, 'child', 'group'))
  await expect(alert(page)).toContainText('Уже занимается на этом курсе')
})

changing(
  'after a lost response a retry repeats the request with its idempotency key',
  { tag: '@nightly' },
  async ({ page }) => {
    const purchases = purchaseApi(page.request)
    const choice = await purchases.choice()
    await page.goto(`/catalog/${choice.course.uuid}/purchase?basket=${await purchases.fill(choice)}`)
    const keys: (string | undefined)[] = []
    await page.route('**/create-by-grocery-basket', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      // The server handles the request; its response is lost.
      const answer = await route.fetch()
      if (keys.length === 1) return route.abort('connectionfailed')
      await route.fulfill({ response: answer })
    })
    await button(page, 'Оформить договор').click()
    await expect(alert(page)).toContainText('Нет связи с сервером.')
    await button(page, 'Оформить договор').click()
    await expect(heading(page, 'Договор составлен')).toBeVisible()
    expect(keys).toEqual([keys[0], keys[0]])
    const own = ({ groupUuid, student }: { groupUuid: string | null; student: { uuid: string } }) =>
      groupUuid === choice.group.groupUuid && student.uuid === choice.student.studentUuid
    expect((await purchases.contracts()).filter(own)).toHaveLength(1)
  },
)
