import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ActionPreview } from '#contract/billing/contract-actions.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const id = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const administrator = person(['administrator'])

const waiting = (number: number, customer: string): WorkQueueItem => ({
  id: id(number),
  since: '2026-11-19T09:00:00.000Z',
  amount: 100,
  note: null,
  count: null,
  paymentKind: null,
  differenceKind: null,
  taker: null,
  payment: { uuid: id(number), status: 'Open' },
  student: { id: id(number + 100), name: 'Соколов Артём' },
  contact: { id: customer, name: 'Соколова Ольга', phone: '+79001234567' },
  contract: { uuid: id(number), number: `26-ФИЗ-${number}`, status: 'Concluded' },
  awaits: 'school',
  owner: null,
  dueOn: null,
  remindedAt: null,
})

test('a difference of payments is cleared up over its queue', async () => {
  const item: WorkQueueItem = {
    ...waiting(1, id(9)),
    contract: null,
    student: null,
    awaits: null,
    note: 'r-77',
    differenceKind: 'refund-failed',
    amount: 100_000,
  }
  await visit('/adm-panel/?tab=queues&queue=payment-differences', {
    'GET /api/v1/profile': { body: administrator },
    'GET /api/v1/admin/work-queue/payment-differences/list': {
      body: { items: [item], total: 1, page: 1, pageSize: 50 },
    },
  })
  const row = within(await screen.findByRole('row', { name: /Банк не вернул деньги/ }))
  await userEvent.click(row.getByRole('link', { name: 'Разобрать' }))
  const dialog = await screen.findByRole('dialog', { name: /^Банк не вернул деньги: 1.000/ })
  within(dialog).getByText('r-77')
})

test('the school signs over its queue, and offers no person a contract of their own', async () => {
  const items = [waiting(1, id(9)), waiting(2, administrator.id)]
  const { here } = await visit('/adm-panel/?tab=queues&queue=paid-unsigned', {
    'GET /api/v1/profile': { body: administrator },
    'GET /api/v1/admin/work-queue/paid-unsigned/list': { body: { items, total: 2, page: 1, pageSize: 50 } },
    [`GET /api/v1/admin/contract/${id(1)}/signing`]: { status: 404, body: null },
  })
  const own = within(await screen.findByRole('row', { name: /26-ФИЗ-2/ }))
  expect(own.queryByRole('link', { name: 'Подписать за школу' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Подписать за школу' }))
  await screen.findByRole('dialog', { name: 'Договор' })
  expect(here()).toContain('queue=paid-unsigned')
  expect(screen.getByText('26-ФИЗ-2')).toBeTruthy()
})

test('a paper is noted where the customer has not signed', async () => {
  const paper = 'Отметить подпись на бумаге'
  await visit('/adm-panel/?tab=queues&queue=paid-unsigned', {
    'GET /api/v1/profile': { body: administrator },
    ...listOf('paid-unsigned', [waiting(1, id(9)), { ...waiting(2, id(9)), awaits: 'customer' }]),
  })
  await screen.findByRole('button', { name: `${paper}: 26-ФИЗ-2` })
  await userEvent.click(screen.getByRole('button', { name: 'Что ещё можно сделать: 26-ФИЗ-1' }))
  await screen.findByRole('menuitem', { name: 'Карточка договора' })
  expect(screen.queryByRole('menuitem', { name: paper })).toBeNull()
})

test('a transfer is cancelled from its row with a reason, and the row has the cards in its menu', async () => {
  const cancel = `POST /api/v1/admin/transfer/${id(1)}/cancel`
  const { callsOf } = await visit('/adm-panel/?tab=queues&queue=transfers', {
    'GET /api/v1/profile': { body: administrator },
    ...listOf('transfers', [{ ...waiting(1, id(9)), awaits: null, payment: null, note: 'ФИЗ-1 → ФИЗ-2' }]),
    [cancel]: { status: 204, body: null },
  })
  await userEvent.click(await screen.findByRole('link', { name: 'Отменить смену: 26-ФИЗ-1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Отменить смену группы' }))
  dialog.getByText('ФИЗ-1 → ФИЗ-2')
  await userEvent.type(dialog.getByLabelText('Причина'), 'Группу закрывают с понедельника')
  await userEvent.click(dialog.getByRole('button', { name: 'Отменить смену группы' }))
  await waitFor(() => expect(callsOf(cancel)).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Что ещё можно сделать: 26-ФИЗ-1' }))
  const titles = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Карточка договора', 'Карточка заказчика'])
})

test('a refund is noted as transferred from its row', async () => {
  const { here } = await visit('/adm-panel/?tab=queues&queue=refunds', {
    'GET /api/v1/profile': { body: administrator },
    ...listOf('refunds', [{ ...waiting(1, id(9)), awaits: null, payment: null, amount: 3_840_000 }]),
  })
  const row = within(await screen.findByRole('row', { name: /26-ФИЗ-1.*38\s400/ }))
  await userEvent.click(row.getByRole('link', { name: 'Отметить перевод: 26-ФИЗ-1' }))
  await waitFor(() => expect(here()).toContain('dialog=settle-termination'))
  expect(here()).toContain(`item=${id(1)}`)
  expect(here()).toContain(`user=${id(9)}`)
  expect(here()).toContain('queue=refunds')
})

test('a row says when the office last sent a reminder', async () => {
  await overdue([
    { ...unpaid(1), remindedAt: '2026-11-17T09:00:00.000Z' },
    { ...unpaid(2), remindedAt: '2026-11-20T09:00:00.000Z' },
    unpaid(3),
  ])
  const cellOf = async (number: number) =>
    textOf((await screen.findAllByRole('row'))[number]?.querySelectorAll('td')[3] as HTMLElement)
  expect(await cellOf(1)).toMatch(/напоминали 17.ноября$/)
  expect(await cellOf(2)).toMatch(/напоминали сегодня$/)
  expect(await cellOf(3)).not.toContain('напоминали')
})

test('a row is taken by one press, and says who has taken it', async () => {
  const call = `POST /api/v1/admin/work-queue/overdue/${id(1)}/take`
  const other = { ...waiting(2, id(9)), taker: { id: id(7), name: 'Белова Анна' } }
  const own = { ...waiting(3, id(9)), taker: { id: administrator.id, name: 'Администратор' } }
  const items = [waiting(1, id(9)), other, own]
  const { callsOf, here } = await visit('/adm-panel/?tab=queues&queue=overdue', {
    'GET /api/v1/profile': { body: administrator },
    'GET /api/v1/admin/work-queue/overdue/list': { body: { items, total: 3, page: 1, pageSize: 50 } },
    [call]: { status: 204, body: null },
  })
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
  ;(await row(/26-ФИЗ-2.*Белова Анна/)).getByRole('button', { name: 'Взять себе' })
  ;(await row(/26-ФИЗ-3/)).getByRole('button', { name: 'Отдать' })
  await userEvent.click((await row(/26-ФИЗ-1/)).getByRole('button', { name: 'Взять себе' }))
  await waitFor(() => expect(callsOf(call)).toHaveLength(1))
  await userEvent.click(screen.getByRole('button', { name: 'Мои' }))
  await waitFor(() =>
    expect(callsOf('GET /api/v1/admin/work-queue/overdue/list').at(-1)?.url.search).toContain('mine=yes'),
  )
  expect(decodeURIComponent(here())).toContain('filter[assignee]=own')
})

test('the first queue that waits is open until its last row has left and the link to the queues is pressed', async () => {
  const list = 'GET /api/v1/admin/work-queue/overdue/list'
  const queues = [
    { queue: 'overdue', count: 1, oldestAt: '2026-11-19T09:00:00.000Z', amount: 5_805_000 },
    { queue: 'imports', count: 2, oldestAt: '2026-11-19T09:00:00.000Z' },
  ]
  const take = `POST /api/v1/admin/work-queue/overdue/${id(1)}/take`
  const { server, app } = await visit('/adm-panel/?tab=queues', {
    'GET /api/v1/profile': { body: administrator },
    ...listOf('imports', []),
    'GET /api/v1/admin/pending-work': { body: { queues } },
    [list]: { body: { items: [waiting(1, id(9))], total: 1, page: 1, pageSize: 50 } },
    [take]: { status: 204, body: null },
  })
  const row = within(await screen.findByRole('row', { name: /26-ФИЗ-1/ }))
  expect(row.getByRole('link', { name: '+7 900 123-45-67' }).getAttribute('href')).toBe('tel:+79001234567')
  expect(screen.getAllByRole('columnheader').map(textOf)).toEqual(
    expect.arrayContaining(['Просрочено', 'Кто отвечает']),
  )
  expect(screen.getByText(/^Всего/).textContent).toMatch(/^Всего 58.050.₽\./)
  const tabs = within(screen.getByRole('navigation', { name: 'Очередь' }))
  expect(tabs.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Просроченные платежи1',
    'Загрузки с ошибками2',
  ])
  tabs.getByRole('button', { name: 'Ещё 10 очередей без дел' })
  Object.assign(server, {
    'GET /api/v1/admin/pending-work': { body: { queues: queues.slice(1) } },
    [list]: { body: { items: [], total: 0, page: 1, pageSize: 50 } },
  })
  await userEvent.click(row.getByRole('button', { name: 'Взять себе' }))
  await screen.findByText('Очередь пуста')
  screen.getByText('Сюда попадают платежи, срок которых прошёл.')
  await app.queryClient.invalidateQueries()
  await app.router.navigate({ href: '/adm-panel/?tab=queues' })
  await screen.findByText('Сюда попадают загрузки за 30 дней, в файлах которых остались ошибки.')
})

const counted = (...queues: string[]) => ({
  body: { queues: queues.map((queue) => ({ queue, count: 1, oldestAt: '2026-11-19T09:00:00.000Z' })) },
})
const listOf = (queue: string, items: readonly WorkQueueItem[]) => ({
  [`GET /api/v1/admin/work-queue/${queue}/list`]: { body: { items, total: items.length, page: 1, pageSize: 50 } },
})

test('the link to the queues opens the first one that waits now', async () => {
  const work = 'GET /api/v1/admin/pending-work'
  const { server, app } = await visit('/adm-panel/?tab=queues', {
    'GET /api/v1/profile': { body: administrator },
    [work]: counted('overdue', 'payment-errors'),
    ...listOf('overdue', [waiting(1, id(9))]),
    ...listOf('payment-errors', [waiting(2, id(9))]),
  })
  await screen.findByRole('row', { name: /26-ФИЗ-1/ })
  await userEvent.click(screen.getByRole('link', { name: /^Платежи с ошибкой/ }))
  await screen.findByRole('row', { name: /26-ФИЗ-2/ })
  Object.assign(server, { [work]: counted('payment-errors'), ...listOf('overdue', []) })
  await app.queryClient.invalidateQueries()
  await app.router.navigate({ href: '/adm-panel/?tab=queues' })
  expect(await screen.findByRole('row', { name: /26-ФИЗ-2/ })).toBeTruthy()
  expect(screen.queryByText('Очередь пуста')).toBeNull()
})

test('the first queue that waits is open once they could be counted', async () => {
  const work = 'GET /api/v1/admin/pending-work'
  const { server, app } = await visit('/adm-panel/?tab=queues', {
    'GET /api/v1/profile': { body: administrator },
    [work]: { problem: 'internal-error', status: 500 },
    ...listOf('unsigned-unpaid', []),
    ...listOf('overdue', [waiting(1, id(9))]),
  })
  await screen.findByText('Очередь пуста')
  Object.assign(server, { [work]: counted('overdue') })
  await app.queryClient.invalidateQueries()
  await screen.findByRole('row', { name: /26-ФИЗ-1/ })
})

test('another queue on a phone is no step that Back undoes', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(matchMedia(query), { matches: false }))
  const { here, history } = await visit('/adm-panel/?tab=queues&queue=overdue', {
    'GET /api/v1/profile': { body: administrator },
    ...listOf('overdue', []),
    ...listOf('imports', []),
  })
  const entries = history.length
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Очередь' }), 'imports')
  await waitFor(() => expect(here()).toContain('queue=imports'))
  expect(history.length).toBe(entries)
})

test('a row has the action that is pressed most as a button, and what else the table allows in its menu', async () => {
  const open = (number: number, own: Partial<WorkQueueItem> = {}) => ({
    ...waiting(number, id(9)),
    awaits: null,
    ...own,
  })
  const items = [
    open(1),
    open(2, { contract: { uuid: id(2), number: '26-ФИЗ-2', status: 'OnTermination' } }),
    { ...waiting(3, administrator.id), awaits: null },
  ]
  const { here } = await visit('/adm-panel/?tab=queues&queue=overdue', {
    'GET /api/v1/profile': { body: administrator },
    'GET /api/v1/admin/work-queue/overdue/list': { body: { items, total: 3, page: 1, pageSize: 50 } },
  })
  const menuOf = async (number: number) => {
    await userEvent.click(await screen.findByRole('button', { name: `Что ещё можно сделать: 26-ФИЗ-${number}` }))
    const titles = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    await userEvent.keyboard('{Escape}')
    return titles
  }
  const cards = ['Карточка договора', 'Карточка заказчика']
  const ofPayment = ['Отметить оплаченным', 'Отменить платёж']
  expect(await menuOf(1)).toEqual([
    'Перенести срок',
    'Разделить платёж',
    'Отметить оплаченным',
    'Отметить ошибку',
    'Отменить платёж',
    ...cards,
  ])
  expect(await menuOf(2)).toEqual(['Перенести срок', ...ofPayment, ...cards])
  expect(await menuOf(3)).toEqual(['Карточка договора'])
  await userEvent.click(screen.getByRole('button', { name: 'Напомнить о платеже: 26-ФИЗ-1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Напомнить о платеже' }))
  expect(dialog.queryByLabelText('Что сделать')).toBeNull()
  dialog.getByRole('button', { name: 'Показать, что изменится' })
  expect(here()).toContain('queue=overdue')
})

function overdue(items: readonly WorkQueueItem[], more = '') {
  return visit(`/adm-panel/?tab=queues&queue=overdue${more}`, {
    'GET /api/v1/profile': { body: administrator },
    'GET /api/v1/admin/work-queue/overdue/list': { body: { items, total: items.length, page: 1, pageSize: 50 } },
  })
}
const unpaid = (number: number) => ({ ...waiting(number, id(9)), awaits: null })

test('a payment that a fund makes has no reminder', async () => {
  await overdue([{ ...unpaid(1), paymentKind: 'fund', note: 'Материнский капитал' }])
  const row = within(await screen.findByRole('row', { name: /26-ФИЗ-1/ }))
  row.getByRole('button', { name: 'Перенести срок: 26-ФИЗ-1' })
  expect(row.queryByRole('button', { name: /^Напомнить/ })).toBeNull()
})

test('a row of a phone says since when it waits, and has a short button', async () => {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(matchMedia(query), { matches: false }))
  await overdue([{ ...unpaid(1), taker: { id: id(7), name: 'Белова Анна' } }])
  const button = await screen.findByRole('button', { name: 'Напомнить о платеже: 26-ФИЗ-1' })
  expect(button.firstChild?.textContent).toBe('Напомнить ')
  const row = textOf(button.closest('li') as HTMLElement)
  expect(row).toContain('1 день · 19 нояб.')
  expect(row).toContain('Кто отвечает: Белова Анна')
})

test('an action whose rows are not known after a reload leaves the address', async () => {
  const { here } = await overdue([unpaid(1)], '&dialog=contract-action')
  await screen.findByRole('row', { name: /26-ФИЗ-1/ })
  await waitFor(() => expect(here()).not.toContain('dialog='))
  expect(here()).toContain('queue=overdue')
})

test('other rows stay selected after an action on one row', async () => {
  await overdue([unpaid(1), unpaid(2)])
  const isChosen = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Выбрать 26-ФИЗ-1' }).checked
  const close = async () => {
    await userEvent.click((await screen.findAllByRole('button', { name: 'Закрыть' })).at(-1) as HTMLElement)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать 26-ФИЗ-1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Напомнить о платеже: 26-ФИЗ-2' }))
  await screen.findByRole('dialog', { name: 'Напомнить о платеже' })
  await close()
  expect(isChosen()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'С выбранными: 1' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Перенести срок' }))
  await screen.findByRole('dialog', { name: 'Перенести срок' })
  await close()
  expect(isChosen()).toBe(false)
})

/** Payments of one contract, by the day from which they wait. */
const ofOneContract = (...days: string[]): WorkQueueItem[] =>
  days.map((day, index) => ({
    ...unpaid(index + 1),
    since: `${day}T09:00:00.000Z`,
    note: 'Платёж',
    paymentKind: 'month',
    amount: 440_000,
    contract: { uuid: id(1), number: '26-ФИЗ-1', status: 'Concluded' },
  }))
const reminderOf = ({ payment, contract, contact }: WorkQueueItem): ActionPreview => ({
  contractUuid: contract?.uuid ?? '',
  paymentUuid: payment?.uuid ?? '',
  number: contract?.number ?? '',
  customer: contact?.name ?? '',
  obstacle: null,
  before: 'Concluded',
  after: 'Concluded',
  payments: [],
  toReturn: 0,
  givenUp: 0,
  endsAutopay: false,
  freesPlace: false,
  hash: 'a'.repeat(64),
})

test('a reminder about several payments of a contract says which they are, and that each is a message', async () => {
  const items = ofOneContract('2026-08-05', '2026-09-05')
  const { server, callsOf } = await overdue(items)
  server['POST /api/v1/admin/contract-action/preview'] = { body: items.map(reminderOf) }
  server[`POST /api/v1/admin/contract/${id(1)}/action`] = { body: { actionUuid: id(5) } }
  await userEvent.click(await screen.findByRole('button', { name: 'Выбрать все' }))
  await userEvent.click(screen.getByRole('button', { name: 'С выбранными: 2' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Напомнить о платеже' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Показать, что изменится' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Напомнить о платеже' }))
  await dialog.findByRole('heading', { name: 'Кому напомним' })
  expect(dialog.getAllByRole('listitem').map(textOf)).toEqual([
    '26-ФИЗ-1 · Август · до 5 августа 2026 г. · осталось 4 400 ₽сообщение получит Соколова Ольга',
    '26-ФИЗ-1 · Сентябрь · до 5 сентября 2026 г. · осталось 4 400 ₽сообщение получит Соколова Ольга',
  ])
  dialog.getByText('О каждом платеже придёт отдельное сообщение. Суммы и сроки не изменятся.')
  dialog.getByText('Строк: 2')
  await userEvent.click(dialog.getByRole('button', { name: 'Напомнить о платеже' }))
  await dialog.findByText('Сделано: 2 договора')
  const sent = callsOf(`POST /api/v1/admin/contract/${id(1)}/action`).map(({ body }) => JSON.parse(body ?? ''))
  const hash = 'a'.repeat(64)
  expect(sent).toEqual(items.map(({ payment }) => ({ terms: { action: 'remind' }, paymentUuid: payment?.uuid, hash })))
})

test('an action on one of several payments of a contract says on which', async () => {
  await overdue(ofOneContract('2026-08-05', '2026-09-05'))
  const [, second] = await screen.findAllByRole('button', { name: 'Что ещё можно сделать: 26-ФИЗ-1' })
  await userEvent.click(second as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Отметить оплаченным' }))
  const dialog = await screen.findByRole('dialog', { name: 'Отметить оплаченным' })
  expect(textOf(dialog)).toContain('26-ФИЗ-1 · Соколова Ольга · Сентябрь · до 5 сентября 2026 г. · осталось 4 400 ₽')
  expect(within(dialog).getByLabelText<HTMLInputElement>('Сумма, ₽').value).toBe('4400')
})
