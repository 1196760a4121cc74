import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { purchaseTexts } from '#tests/support/pages/purchase-page.ts'
import { shellNames } from '#tests/support/pages/shell-page.ts'
import { artem, basket, contractText, course, ids, maria } from '#tests/support/samples/purchase-samples.ts'

test('A basket that fails again leaves the focus at the step', async () => {
  const fill = 'POST /api/v1/catalog/basket'
  const { callsOf } = await visit(`/catalog/${ids.course}/purchase?child=${ids.artem}&group=${ids.free}`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    [`GET /api/v1/catalog/course/${ids.course}`]: { body: course },
    [`GET /api/v1/catalog/course/${ids.course}/student/list`]: { body: [artem(), maria] },
    [fill]: { problem: 'internal-error', status: 500 },
  })
  await userEvent.click(await screen.findByRole('button', { name: purchaseTexts.scheme('Оплата по этапам') }))
  const again = await screen.findByRole('button', { name: shellNames.retry })
  await userEvent.click(again)
  await waitFor(() => expect(callsOf(fill)).toHaveLength(2))
  await screen.findByRole('button', { name: shellNames.retry })
  expect([again.isConnected, document.activeElement]).toEqual([false, screen.getByRole('heading', { level: 2 })])
})

test.each([
  ['the whole course', 1, /^Цена за весь курс, прошедшие занятия из неё не вычитаются. Осталось 22 занятия из 34.$/],
  ['the lessons that are left', 2, /^за 22 занятия из \d+, весь курс \d+ 000 ₽$/],
])('The price of a course under way is said to be that of %s, in each step that shows it', async (_, factor, note) => {
  const groups = course.groups.map((group) => ({
    ...group,
    wholePrice: group.price * factor,
    lessons: { total: 34, left: 22 },
  }))
  const { app } = await visit(`/catalog/${ids.course}/purchase?child=${ids.artem}`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    [`GET /api/v1/catalog/course/${ids.course}`]: { body: { ...course, groups } },
    [`GET /api/v1/catalog/course/${ids.course}/student/list`]: { body: [artem(), maria] },
    [`GET /api/v1/catalog/basket/${ids.basket}`]: { body: basket() },
    [`GET /api/v1/catalog/basket/${ids.basket}/contract-text`]: { body: contractText },
  })
  const notes = async () => (await screen.findAllByText(/22 занятия/)).map(textOf)
  expect(await notes()).toEqual(groups.map(() => expect.stringMatching(note)))
  for (const search of [{ group: ids.free }, { basket: ids.basket }]) {
    await app.router.navigate({
      to: '/catalog/$id/purchase',
      params: { id: ids.course },
      search: { child: ids.artem, ...search },
    })
    await waitFor(async () => expect(await notes()).toEqual([expect.stringMatching(note)]))
  }
})

test('The tickets over a step leave the flow alone: the only student is still chosen, and nothing loads again', async () => {
  const { app, here, requests } = await visit(`/catalog/${ids.course}/purchase?tickets=new`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    [`GET /api/v1/catalog/course/${ids.course}`]: { body: course },
    [`GET /api/v1/catalog/course/${ids.course}/student/list`]: { body: [artem()] },
  })
  await screen.findByRole('dialog', { name: 'Новое сообщение' })
  const step = `/catalog/${ids.course}/purchase?child=${ids.artem}`
  await waitFor(() => expect(here()).toBe(`${step}&tickets=new`))
  const loaded = requests.length
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
  await waitFor(() => expect(here()).toBe(step))
  await app.router.navigate({ to: '.', search: { child: ids.artem, tickets: 'new' } })
  await screen.findByRole('dialog', { name: 'Новое сообщение' })
  expect(requests.slice(loaded).map(({ call }) => call)).toEqual([])
})

test('The whole contract is on the page, and only what is shown can be agreed to', async () => {
  const text = `GET /api/v1/catalog/basket/${ids.basket}/contract-text`
  const make = 'POST /api/v1/profile/contract/create-by-grocery-basket'
  const { callsOf, server } = await visit(`/catalog/${ids.course}/purchase?child=${ids.artem}&basket=${ids.basket}`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    [`GET /api/v1/catalog/course/${ids.course}`]: { body: course },
    [`GET /api/v1/catalog/course/${ids.course}/student/list`]: { body: [artem(), maria] },
    [`GET /api/v1/catalog/basket/${ids.basket}`]: { body: basket() },
    [text]: { problem: 'internal-error', status: 500 },
    [make]: { problem: 'contract-text-changed', status: 409 },
  })
  const again = await screen.findByRole('button', { name: shellNames.retry })
  const agree = await screen.findByRole<HTMLButtonElement>('button', { name: purchaseTexts.make })
  expect(agree.disabled).toBe(true)
  server[text] = { body: contractText }
  await userEvent.click(again)
  await screen.findByText('Заказчик вправе отказаться от договора в любой день.')
  screen.getByText('Редакция условий: 2026-11-29')
  await userEvent.click(agree)
  await screen.findByText(/его условия изменились/)
  expect(callsOf(make).map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    {
      groceryBasketUuid: ids.basket,
      campaignUuid: ids.campaign,
      studentUuid: ids.artem,
      textHash: contractText.hash,
    },
  ])
  // Read at the opening, by the retry, and once more because it has changed.
  await waitFor(() => expect(callsOf(text).length).toBeGreaterThanOrEqual(3))
})
