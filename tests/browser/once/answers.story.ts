import { expect } from 'playwright/test'
import type { Contract } from '#contract/contracts.ts'
import type { SchoolEvent } from '#contract/events.ts'
import type { ScheduleItem } from '#contract/schedule.ts'
import { breakCall, changeAnswer, withPage } from '#tests/support/browser/faults.ts'
import { openFromMenu } from '#tests/support/browser/navigation.ts'
import { test } from '#tests/support/browser/story.ts'

test.use({ login: 'family' })

test('a page of HTML where data was expected fails only its own part, which can be asked for again', async ({
  page,
  say,
}) => {
  const mend = await breakCall(page, '/v1/profile/events', withPage)
  await page.goto('/profile')
  await openFromMenu(page, 'Мероприятия')
  const failed = page.getByRole('alert').filter({ hasText: say('Не удалось загрузить') })
  await expect(failed).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: say('Мероприятия') })).toBeVisible()
  await mend()
  await failed.getByRole('button', { name: say('Попробовать снова') }).click()
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible()
  await expect(failed).toBeHidden()
})

test('whoever loses the network reads so, and goes on when it is back', async ({ page, say }) => {
  const mend = await breakCall(page, '/v1/profile/events', (route) => route.abort('internetdisconnected'))
  await page.goto('/profile')
  await openFromMenu(page, 'Мероприятия')
  await expect(
    page.getByRole('alert').filter({ hasText: say('Нет связи с сервером. Проверьте подключение к интернету.') }),
  ).toBeVisible()
  await mend()
  await page.getByRole('button', { name: say('Попробовать снова') }).click()
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible()
})

test('a retry that is pressed twice asks once', async ({ page, say }) => {
  await breakCall(page, '/v1/profile/events', withPage)
  await page.goto('/profile')
  await openFromMenu(page, 'Мероприятия')
  const retry = page.getByRole('button', { name: say('Попробовать снова') })
  await expect(retry).toBeVisible()
  let asked = 0
  let answer = () => {}
  await page.unrouteAll()
  await breakCall(page, '/v1/profile/events', async (route) => {
    asked += 1
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await retry.dblclick()
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: say('Загружаем…') }),
  ).toBeVisible()
  answer()
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible()
  expect(asked).toBe(1)
})

test('loading is unseen for 200 ms, then stands in the shape of what comes', async ({ page, say }) => {
  let answer = () => {}
  await breakCall(page, '/v1/profile/events', async (route) => {
    await new Promise<void>((resolve) => (answer = resolve))
    await route.continue()
  })
  await page.goto('/profile')
  await openFromMenu(page, 'Мероприятия')
  const loading = page
    .getByRole('main')
    .getByRole('status')
    .filter({ hasText: say('Загружаем…') })
  await expect(loading).toHaveCSS('opacity', '1')
  // The face of the page’s code may just be giving way to that of its data.
  await expect(async () => {
    const [delay, before] = await loading.evaluate((element) => {
      const [late] = element.getAnimations()
      late?.pause()
      if (late) late.currentTime = 199
      const seen = getComputedStyle(element).opacity
      late?.finish()
      return [late?.effect?.getTiming().delay, seen]
    })
    expect({ delay, before }).toEqual({ delay: 200, before: '0' })
  }).toPass()
  answer()
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible()
  await expect(loading).toHaveCount(0)
})

test('values that nobody knows are called unknown, and the screens stay whole', async ({ page, say }) => {
  await changeAnswer<Contract[]>(page, '/v1/profile/contract/list', (contracts) => contracts.map(strange))
  await changeAnswer<ScheduleItem[]>(page, '/v1/parent/children/schedule/list', (items) =>
    items.map(
      (item) => ({ ...item, category: 'duel', format: 'telepathy', state: 'dreamt' }) as unknown as ScheduleItem,
    ),
  )
  await changeAnswer<SchoolEvent[]>(page, '/v1/profile/events', (events) =>
    events.map((event) => ({ ...event, format: 'telepathy' }) as unknown as SchoolEvent),
  )
  const main = page.getByRole('main')

  await page.goto('/profile')
  await openFromMenu(page, 'Договоры и оплата')
  await expect(main.getByText(say('неизвестно'), { exact: true }).first()).toBeVisible()
  await page
    .getByRole('list', { name: say('Договоры') })
    .getByRole('link')
    .first()
    .click()
  await expect(main.getByRole('table').getByText(say('неизвестно'), { exact: true }).first()).toBeVisible()
  await openFromMenu(page, 'Расписание')
  await expect(
    main
      .getByRole('button')
      .filter({ hasText: /\d\d:\d\d/ })
      .first(),
  ).toBeVisible()
  await openFromMenu(page, 'Мероприятия')
  await expect(main.getByRole('tabpanel').getByRole('article').first()).toContainText(say('неизвестно'))
})

test('of 5 000 contracts only those in view are drawn, from the first to the last', async ({ page, say }) => {
  await changeAnswer<Contract[]>(page, '/v1/profile/contract/list', ([sample]) =>
    sample
      ? Array.from({ length: 5000 }, (_, index) => ({ ...sample, uuid: crypto.randomUUID(), number: `Ж-${index}` }))
      : [],
  )
  await page.goto('/profile')
  await openFromMenu(page, 'Договоры и оплата')
  await expect(page.getByText(say('Договор № {number}', { number: 'Ж-0' }), { exact: true })).toBeVisible()
  await page.getByRole('main').focus()
  await page.keyboard.press('End')
  await page.getByRole('button', { name: say('Наверх') }).scrollIntoViewIfNeeded()
  await expect(page.getByText(say('Договор № {number}', { number: 'Ж-4999' }), { exact: true })).toBeVisible()
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(40)
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(2500)
})

function strange(contract: Contract): Contract {
  const payments = contract.payments.map((payment) => ({ ...payment, status: 'Enchanted' }))
  return {
    ...contract,
    status: 'Enchanted',
    paymentScheme: 'Barter',
    format: 'telepathy',
    payments,
  } as unknown as Contract
}
