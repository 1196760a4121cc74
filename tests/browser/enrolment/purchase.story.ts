import { expect, type Page } from 'playwright/test'
import { expectAccessible } from '#tests/support/browser/accessibility.ts'
import { chooseDemoAccount } from '#tests/support/browser/provider-page.ts'
import { type Choice, purchaseAddress, purchaseApi } from '#tests/support/browser/purchases.ts'
import { changing } from '#tests/support/browser/story.ts'
import { toast } from '#tests/support/browser/toasts.ts'
import { atBothWidths, expectFits } from '#tests/support/browser/widths.ts'

changing.use({ login: 'family' })

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')
const childButton = (page: Page, { student }: Choice) =>
  page.getByRole('main').getByRole('button', { name: `${student.firstName} ${student.lastName}` })

/** Several children can be enrolled, so the first step is the selection of a child. */
const severalChildren = { course: (students: readonly object[]) => students.length > 1 }

changing(
  'a parent enrols a child step by step; Back and reload keep every step, and a double click makes one contract',
  async ({ page, language }) => {
    const purchases = purchaseApi(page.request)
    const choice = await purchases.choice(null, severalChildren)
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
    const addresses: string[] = []
    for (const [index, [title, choose]] of steps.entries()) {
      await expect(heading(page, title)).toBeVisible()
      await expect(page.getByText(`Шаг ${index + 1} из 4`)).toBeVisible()
      addresses.push(page.url())
      await page.reload()
      await expect(heading(page, title)).toBeVisible()
      await choose()
    }
    await expect(heading(page, 'Всё верно?')).toBeFocused()
    await expect(page).toHaveURL(/&basket=/)
    const summary = page.url()
    await atBothWidths(page, {
      language,
      open: () => page.reload(),
      look: async () => {
        await expect(button(page, 'Оформить договор')).toBeEnabled()
        await expectFits(page)
        await expectAccessible(page)
      },
    })
    for (const [index, address] of [...addresses.entries()].reverse()) {
      await page.goBack()
      await expect(page).toHaveURL(address)
      await expect(heading(page, steps[index]?.[0] ?? '')).toBeVisible()
    }
    for (const address of [...addresses.slice(1), summary]) {
      await page.goForward()
      await expect(page).toHaveURL(address)
    }
    await button(page, 'Оформить договор').dblclick()
    await expect(heading(page, 'Договор оформлен')).toBeFocused()
    await expectAccessible(page)
    const made = (await purchases.contracts()).filter(({ uuid }) => before.every((one) => one.uuid !== uuid))
    expect(made.map(({ groupUuid, student }) => [groupUuid, student.uuid])).toEqual([
      [choice.group.groupUuid, choice.student.studentUuid],
    ])
    await expect(page).toHaveURL(`/catalog/${choice.course.uuid}/purchase?contract=${made[0]?.uuid}`)
    await expect(page.getByText(`Договор № ${made[0]?.number}`)).toBeVisible()
    await expect(page.getByText(/^Первый платёж: .+, до /)).toBeVisible()
    await page.reload()
    await page.getByRole('link', { name: 'К договору и счёту' }).click()
    await expect(page).toHaveURL(`/contracts-and-payments/${made[0]?.uuid}`)
    // A second purchase for the same child is refused.
    await page.goto(purchaseAddress(choice, 'child', 'group'))
    await expect(alert(page)).toContainText('Уже занимается на этом курсе')
  },
)

changing('a group selected on the course page is not asked for again', async ({ page }) => {
  const choice = await purchaseApi(page.request).choice(null, severalChildren)
  await page.goto(purchaseAddress(choice, 'group'))
  await expect(page.getByText(`Группа «${choice.group.title}» уже выбрана`)).toBeVisible()
  await childButton(page, choice).click()
  await expect(heading(page, 'Как удобно платить?')).toBeFocused()
  await expect(page).toHaveURL(purchaseAddress(choice, 'child', 'group'))
  await button(page, 'Назад').click()
  await expect(heading(page, 'Какая группа подойдёт?')).toBeFocused()
})

changing('an interrupted purchase continues at its step, and can be cancelled', async ({ page }) => {
  const purchases = purchaseApi(page.request)
  const choice = await purchases.choice(null)
  const basket = await purchases.fill(choice)
  await page.goto(`/catalog/${choice.course.uuid}/purchase?basket=${basket}`)
  await expect(page.getByText(`${choice.student.firstName} ${choice.student.lastName}`)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`child=${choice.student.studentUuid}&group=.+&scheme=.+&basket=${basket}$`))
  await button(page, 'Назад').click()
  await expect(heading(page, 'Как удобно платить?')).toBeVisible()
  await page.goto(`/catalog/${choice.course.uuid}/purchase?basket=${basket}`)
  await button(page, 'Отказаться от записи').dblclick()
  await expect(toast(page, 'Запись отменена')).toBeVisible()
  expect((await purchases.baskets()).map(({ groceryBasketUuid }) => groceryBasketUuid)).not.toContain(basket)
  await page.goto(`/catalog/${choice.course.uuid}/purchase?basket=${basket}`)
  await expect(alert(page)).toContainText('Такой записи нет или она вам не принадлежит.')
})

changing('the second of two tabs shows the contract of the first', async ({ page, context }) => {
  const purchases = purchaseApi(page.request)
  const choice = await purchases.choice(null)
  const address = `/catalog/${choice.course.uuid}/purchase?basket=${await purchases.fill(choice)}`
  const second = await context.newPage()
  for (const tab of [page, second]) {
    await tab.goto(address)
    await expect(button(tab, 'Оформить договор')).toBeEnabled()
  }
  const before = (await purchases.contracts()).length
  await button(page, 'Оформить договор').click()
  await expect(heading(page, 'Договор оформлен')).toBeVisible()
  await button(second, 'Оформить договор').click()
  await expect(heading(second, 'Договор оформлен')).toBeVisible()
  await expect(second).toHaveURL(page.url())
  expect((await purchases.contracts()).length).toBe(before + 1)
  await second.goto(address)
  await expect(heading(second, 'Договор оформлен')).toBeVisible()
})

changing('signing in again keeps the summary and makes one contract', async ({ page, context, language }) => {
  const purchases = purchaseApi(page.request)
  const choice = await purchases.choice(null)
  await page.goto(`/catalog/${choice.course.uuid}/purchase?basket=${await purchases.fill(choice)}`)
  await expect(button(page, 'Оформить договор')).toBeEnabled()
  const address = page.url()
  const before = (await purchases.contracts()).length
  await context.clearCookies({ name: 'lk_session' })
  await button(page, 'Оформить договор').click()
  await chooseDemoAccount(page, 'family', language)
  await expect(page).toHaveURL(address)
  expect((await purchases.contracts()).length).toBe(before)
  await button(page, 'Оформить договор').click()
  await expect(heading(page, 'Договор оформлен')).toBeVisible()
  expect((await purchases.contracts()).length).toBe(before + 1)
})

changing('after a lost response a retry repeats the request with its idempotency key', async ({ page }) => {
  const purchases = purchaseApi(page.request)
  const choice = await purchases.choice(null)
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
  await expect(heading(page, 'Договор оформлен')).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  const own = ({ groupUuid, student }: { groupUuid: string | null; student: { uuid: string } }) =>
    groupUuid === choice.group.groupUuid && student.uuid === choice.student.studentUuid
  expect((await purchases.contracts()).filter(own)).toHaveLength(1)
})

changing('a parent whose place was taken sees the reason and joins the waiting list', async ({ page, openDevice }) => {
  const theirs = purchaseApi((await openDevice('parent')).request)
  const wanted = await theirs.choice(null, { group: ({ placesLeft }) => placesLeft === 1 })
  const purchases = purchaseApi(page.request)
  const choice = await purchases.choice(null, { group: ({ groupUuid }) => groupUuid === wanted.group.groupUuid })
  await page.goto(`/catalog/${choice.course.uuid}/purchase?basket=${await purchases.fill(choice)}`)
  await expect(button(page, 'Оформить договор')).toBeEnabled()
  await theirs.buy(wanted)

  await button(page, 'Оформить договор').click()
  await expect(heading(page, 'Какая группа подойдёт?')).toBeFocused()
  await expect(alert(page)).toContainText('Последнее место в этой группе только что заняли.')
  await expect(page).toHaveURL(purchaseAddress(choice, 'child'))
  await expectAccessible(page)
  await button(page, `Встать в очередь в группу ${choice.group.title}`).dblclick()
  await expect(page.getByText('Ваше место в очереди: 1 из 1')).toBeVisible()
  expect((await purchases.queues()).filter(({ groupUuid }) => groupUuid === choice.group.groupUuid)).toHaveLength(1)
  await page.reload()
  await button(page, 'Выйти из очереди').first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Не ждать' }).click()
  await expect(button(page, `Встать в очередь в группу ${choice.group.title}`)).toBeVisible()
})

changing('an impersonating administrator sees why nothing can be bought', async ({ page, openDevice }) => {
  const choice = await purchaseApi(page.request).choice(null, severalChildren)
  const { id: userId }: { id: string } = await (await page.request.get('/api/v1/profile')).json()
  const looking = await openDevice('super-administrator')
  const started = await looking.request.post('/api/v1/admin/auth/login-as', {
    data: { userId, reason: 'Родитель не видит кнопку записи' },
    headers: { 'x-requested-with': 'lk', 'sec-fetch-site': 'same-origin' },
  })
  expect(started.status()).toBe(204)
  const tab = await looking.newPage()
  await tab.goto(purchaseAddress(choice, 'child', 'group'))
  await expect(button(tab, /^Выбрать оплату: /).first()).toBeDisabled()
  await expect(tab.getByText('Вы вошли под пользователем: это может менять только он сам.')).toBeVisible()
  await tab.goto(purchaseAddress(choice, 'child', 'group', 'scheme'))
  await expect(alert(tab)).toContainText('Пока вы вошли под пользователем, это действие недоступно.')
  await expect(button(tab, 'Попробовать снова')).toBeDisabled()
})

changing.describe('a student', () => {
  changing.use({ login: 'student' })

  changing('enrols in three steps without selecting a child', async ({ page }) => {
    const choice = await purchaseApi(page.request).choice(null)
    await page.goto(purchaseAddress(choice))
    await expect(heading(page, 'Какая группа подойдёт?')).toBeVisible()
    await expect(page.getByText('Шаг 1 из 3')).toBeVisible()
    await expect(button(page, 'Назад')).toHaveCount(0)
  })
})
