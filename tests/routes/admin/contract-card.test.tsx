import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { ContractCard } from '#contract/billing/contract-actions.ts'
import type { UserCard } from '#contract/people/admin.ts'
import { formPrefix } from '#src/storage/stored-texts.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { actedOn, previewOf } from '#tests/support/samples/contract-action-samples.ts'
import { contractToTerminate, terminationPreview } from '#tests/support/samples/termination-samples.ts'

const administrator = person(['administrator'])
const { signing: _, termination: __, ...contract } = contractToTerminate()
const [payment] = contract.payments
if (!payment) throw new Error('The sample has no payment')
const target = actedOn.targets[0]
const uuid = target.contractUuid

const card: ContractCard = {
  contract: { ...contract, uuid, number: '26-М-0031', payments: [{ ...payment, uuid: target.paymentUuid }] },
  student: { id: administrator.id, name: 'Белов Артём' },
  customer: { id: administrator.id, name: 'Белова Анна', phone: '+79001234567' },
  createdAt: '2026-09-01T09:00:00.000Z',
  actions: [
    { action: 'freeze', obstacle: null },
    { action: 'start-termination', obstacle: null },
    { action: 'end', obstacle: 'role' },
  ],
  paymentActions: [
    [
      { action: 'move', obstacle: null },
      { action: 'cancel', obstacle: 'has-money' },
    ],
  ],
  frozenUntil: null,
  signing: { isNeeded: false, customerAt: null, schoolAt: null, paper: null },
  terminations: [],
  documents: { code: null, certificates: [] },
  statuses: [],
  history: [
    {
      uuid: target.paymentUuid,
      at: '2026-10-01T09:00:00.000Z',
      action: 'split',
      by: 'Орлова Вера',
      reason: 'Семья попросила',
      payment: '1-й платёж',
      detail: '5000 ₽ + 3800 ₽',
      undone: null,
      canUndo: true,
    },
  ],
}

const listed = (termination: object | null) => [
  { contractUuid: uuid, number: '26-М-0031', course: 'Математика', student: 'Белов Артём', termination },
]
const terminationsOf = (id: string) => `GET /api/v1/admin/user/${id}/termination/list`

async function openCard(responses: Parameters<typeof visit>[1] = {}, more = '') {
  const page = await visit(`/adm-panel/?tab=users&contract=${uuid}${more}`, {
    'GET /api/v1/profile': { body: administrator },
    'GET /api/v1/admin/user/list': { body: { items: [], total: 0, page: 1, pageSize: 50 } },
    [`GET /api/v1/admin/contract/${uuid}`]: { body: card },
    ...responses,
  })
  return { ...page, drawer: within(await screen.findByRole('dialog', { name: /26-М-0031/ })) }
}

test('the card of a contract names its people, and what was done and why', async () => {
  const { drawer } = await openCard()
  for (const text of ['Белов Артём', 'Белова Анна', 'Семья попросила']) expect(drawer.getByText(text)).toBeTruthy()
  expect(drawer.getByRole('link', { name: /^\+7\s900\s123-45-67$/ }).getAttribute('href')).toBe('tel:+79001234567')
  await userEvent.click(drawer.getByRole('button', { name: 'Отменить' }))
  expect(await screen.findByRole('dialog', { name: 'Отменить действие' })).toBeTruthy()
})

test('a debt is the first of a contract: how much, for how long, and what is pressed then', async () => {
  const overdue = {
    ...payment,
    uuid: target.paymentUuid,
    status: 'Open' as const,
    dueOn: '2026-07-26',
    paidAt: null,
    amount: 880_000,
    paid: 440_000,
    left: 440_000,
    toPay: 440_000,
  }
  const { drawer } = await openCard({
    [`GET /api/v1/admin/contract/${uuid}`]: {
      body: {
        ...card,
        contract: { ...card.contract, payments: [overdue] },
        paymentActions: [['move', 'remind', 'mark-paid'].map((action) => ({ action, obstacle: null }))],
      },
    },
  })
  expect(textOf(drawer.getByText('Просрочено').closest('div') as HTMLElement)).toBe('Просрочено4 400 ₽')
  const item = drawer.getByText(/^просрочен на/).closest('li') as HTMLElement
  expect(textOf(item)).toContain('просрочен на 117 дней · осталось 4 400 ₽ · 26 июля 2026 г.')
  expect(item.textContent).not.toContain('Ждёт оплаты')
  drawer.getByRole('button', { name: /^Напомнить о платеже: / })
  expect(drawer.queryByRole('button', { name: 'Приостановить' })).toBeNull()
  await userEvent.click(drawer.getByRole('button', { name: 'Что ещё можно сделать: 26-М-0031' }))
  const titles = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Приостановить', 'Начать расторжение'])
  await userEvent.keyboard('{Escape}')
  await userEvent.click(drawer.getByRole('button', { name: /^Отметить оплаченным: / }))
  const dialog = await screen.findByRole('dialog', { name: 'Отметить оплаченным' })
  expect(textOf(dialog)).toMatch(/26-М-0031 · .+ · до 26 июля 2026 г\. · Белова Анна · осталось 4 400 ₽ из 8 800 ₽/)
})

test('it has the documents of the contract, and asks for the address of one at the press', async () => {
  const link = `GET /api/v1/admin/contract/${uuid}/document-link`
  const certificate = { uuid: target.paymentUuid, year: 2025, number: '2025-000001', state: 'prepared', readyAt: null }
  const { drawer, callsOf, left } = await openCard({
    [`GET /api/v1/admin/contract/${uuid}`]: {
      body: { ...card, documents: { code: 'AB12-CD34-EF56', certificates: [certificate] } },
    },
    [link]: { body: { url: '/api/v1/document/contract-document/1/2/3' } },
  })
  expect(drawer.getByText('AB12-CD34-EF56')).toBeTruthy()
  expect(drawer.getByText('заказана, ещё не готова')).toBeTruthy()
  await userEvent.click(drawer.getByRole('button', { name: /^PDF: Договор/ }))
  await waitFor(() => expect(left).toEqual(['/api/v1/document/contract-document/1/2/3']))
  expect(String(callsOf(link)[0]?.url)).toContain('kind=contract')
})

test('it offers what is possible, shows what will change, and asks for the reason', async () => {
  const { drawer } = await openCard({ 'POST /api/v1/admin/contract-action/preview': { body: [previewOf(0)] } })
  await userEvent.click(drawer.getByRole('button', { name: /^Перенести срок:/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Перенести срок' }))
  expect(dialog.queryByRole('combobox')).toBeNull()
  await userEvent.type(dialog.getByLabelText('Новый срок'), actedOn.terms.dueOn)
  await userEvent.click(dialog.getByRole('button', { name: 'Показать, что изменится' }))
  const preview = within(await screen.findByRole('dialog', { name: 'Перенести срок' }))
  expect(await preview.findByText(/платёж 1:.*→/)).toBeTruthy()
  await userEvent.click(preview.getByRole('button', { name: 'Перенести срок' }))
  expect(await preview.findByText(/хотя бы 10 символов/)).toBeTruthy()
})

test('a step back finds what was typed, and a closed dialog forgets it', async () => {
  const { drawer } = await openCard({ 'POST /api/v1/admin/contract-action/preview': { body: [previewOf(0)] } })
  await userEvent.click(drawer.getByRole('button', { name: /^Перенести срок:/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Перенести срок' }))
  await userEvent.type(dialog.getByLabelText('Новый срок'), actedOn.terms.dueOn)
  await userEvent.click(dialog.getByRole('button', { name: 'Показать, что изменится' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Назад' }))
  expect((await screen.findByLabelText<HTMLInputElement>('Новый срок')).value).toBe(actedOn.terms.dueOn)
  const texts = () => Object.keys(sessionStorage).filter((name) => name.includes('contract-action'))
  expect(texts()).toHaveLength(1)
  await userEvent.click(screen.getAllByRole('button', { name: 'Закрыть' }).at(-1) as HTMLElement)
  await waitFor(() => expect(screen.queryByLabelText('Новый срок')).toBeNull())
  expect(texts()).toEqual([])
})

test('after a reload it does the only action that is offered now, not the one that was chosen before', async () => {
  const preview = 'POST /api/v1/admin/contract-action/preview'
  const chosen = { action: 'move', day: actedOn.terms.dueOn, amount: '', documentNumber: '' }
  const name = `${formPrefix}${administrator.id}_contract-action-${target.paymentUuid}`
  sessionStorage.setItem(name, JSON.stringify(chosen))
  const responses = {
    [`GET /api/v1/admin/contract/${uuid}`]: {
      body: { ...card, paymentActions: [[{ action: 'cancel', obstacle: null }]] },
    },
    [preview]: { body: [previewOf(0)] },
  }
  const { callsOf } = await openCard(responses, `&payment=${target.paymentUuid}&dialog=contract-action`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Отменить платёж' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Показать, что изменится' }))
  await waitFor(() => expect(callsOf(preview)).toHaveLength(1))
  expect(JSON.parse(callsOf(preview)[0]?.body ?? '')).toMatchObject({ terms: { action: 'cancel' } })
})

test.each([
  ['mark-paid', 'Отметить оплаченным', 'ПКО-17', /Причина останется в журнале, заказчик её не увидит/],
  ['cancel', 'Отменить платёж', null, /Заказчик прочитает причину в сообщении/],
] as const)('it says of %s who reads the reason', async (action, title, documentNumber, text) => {
  const { drawer } = await openCard({
    'POST /api/v1/admin/contract-action/preview': { body: [previewOf(0)] },
    [`GET /api/v1/admin/contract/${uuid}`]: { body: { ...card, paymentActions: [[{ action, obstacle: null }]] } },
  })
  await userEvent.click(drawer.getByRole('button', { name: new RegExp(`^${title}: `) }))
  const preview = await screen.findByRole('button', { name: 'Показать, что изменится' })
  if (documentNumber) {
    await userEvent.type(screen.getByLabelText('Сумма, ₽'), '4400')
    await userEvent.type(screen.getByLabelText('Номер документа об оплате'), documentNumber)
  }
  await userEvent.click(preview)
  expect(await screen.findByText(text)).toBeTruthy()
})

test('it says why nothing can be done', async () => {
  const { drawer } = await openCard({ 'POST /api/v1/admin/contract-action/preview': { body: [previewOf(0, 'paid')] } })
  await userEvent.click(drawer.getByRole('button', { name: 'Приостановить' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Приостановить' }))
  await userEvent.type(dialog.getByLabelText('Последний день перерыва'), '2099-12-01')
  await userEvent.click(dialog.getByRole('button', { name: 'Показать, что изменится' }))
  expect(await screen.findByText('Платёж уже оплачен.')).toBeTruthy()
})

test('it starts a termination and withdraws it, by the calls of the card of the customer', async () => {
  const withdrawing = `POST /api/v1/admin/termination/${target.paymentUuid}/withdraw`
  const terminations = terminationsOf(administrator.id)
  const { drawer, server, app, callsOf } = await openCard({
    [terminations]: { body: listed(null) },
    [`GET /api/v1/admin/contract/${uuid}/termination/preview`]: { body: terminationPreview() },
    [withdrawing]: { body: {} },
  })
  await userEvent.click(drawer.getByRole('button', { name: 'Начать расторжение' }))
  const start = within(await screen.findByRole('dialog', { name: 'Расторгнуть договор' }))
  await start.findByText('12 из 32')
  await userEvent.click(start.getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement)
  Object.assign(server, {
    [terminations]: { body: listed({ uuid: target.paymentUuid, state: 'asked' }) },
    [`GET /api/v1/admin/contract/${uuid}`]: {
      body: { ...card, actions: [{ action: 'withdraw-termination', obstacle: null }] },
    },
  })
  await app.queryClient.invalidateQueries()
  await userEvent.click(await screen.findByRole('button', { name: 'Отозвать расторжение' }))
  const withdraw = within(await screen.findByRole('dialog', { name: 'Отозвать расторжение' }))
  await userEvent.type(withdraw.getByLabelText('Причина'), 'Семья передумала уходить')
  await userEvent.click(withdraw.getByRole('button', { name: 'Отозвать' }))
  await waitFor(() => expect(callsOf(withdrawing)).toHaveLength(1))
})

test('over the card of a user, a termination is asked for once', async () => {
  const { id, roles, ...named } = person(['parent'], { id: target.paymentUuid })
  const user: UserCard = {
    ...named,
    id,
    roles,
    status: 'active',
    lastSignInAt: null,
    loginAs: { allowed: true, reason: null },
    grade: null,
    createdAt: '2025-09-01T09:00:00Z',
    lockedAt: null,
    invitation: null,
    consents: [],
    joins: [],
    control: { reason: null, givable: [], takeable: [] },
    relatives: [],
    formerRelatives: [],
    contracts: [],
    groups: [],
    sessions: [],
  }
  await visit(`/adm-panel/?tab=users&contract=${uuid}&user=${id}&dialog=terminate&item=${uuid}`, {
    'GET /api/v1/profile': { body: administrator },
    'GET /api/v1/admin/user/list': { body: { items: [], total: 0, page: 1, pageSize: 50 } },
    [`GET /api/v1/admin/contract/${uuid}`]: { body: { ...card, customer: { id, name: 'Белова Анна', phone: null } } },
    [`GET /api/v1/admin/user/${id}`]: { body: user },
    [terminationsOf(id)]: { body: listed(null) },
    [`GET /api/v1/admin/contract/${uuid}/termination/preview`]: { body: terminationPreview() },
  })
  await screen.findByText('Семья попросила')
  await screen.findByText('12 из 32')
  expect(screen.getAllByRole('dialog', { name: 'Расторгнуть договор', hidden: true })).toHaveLength(1)
})

describe('The dialog of a termination that has begun', () => {
  const list = terminationsOf(administrator.id)
  const steps = {
    [`GET /api/v1/admin/contract/${uuid}`]: {
      body: { ...card, actions: [{ action: 'withdraw-termination', obstacle: null }] },
    },
  }
  async function openStep(responses: Parameters<typeof visit>[1]) {
    const page = await openCard({ ...steps, ...responses })
    await userEvent.click(page.drawer.getByRole('button', { name: 'Отозвать расторжение' }))
    return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Отозвать расторжение' })) }
  }

  test('says that it is loading', async () => {
    const { dialog } = await openStep({ [list]: 'silent' })
    dialog.getByText('Загружаем…')
  })

  test('offers a retry after a failure', async () => {
    const { dialog, server } = await openStep({ [list]: { problem: 'internal-error', status: 500 } })
    const retry = await dialog.findByRole('button', { name: 'Попробовать снова' })
    Object.assign(server, { [list]: { body: listed({ uuid: target.paymentUuid, state: 'asked' }) } })
    await userEvent.click(retry)
    expect(await screen.findByLabelText('Причина')).toBeTruthy()
  })

  test('says that there is none any more, and closes', async () => {
    const { dialog, here } = await openStep({ [list]: { body: listed(null) } })
    await dialog.findByText('Договор сейчас не расторгается.')
    await userEvent.click(dialog.getAllByRole('button', { name: 'Закрыть' })[0] as HTMLElement)
    await waitFor(() => expect(here()).not.toContain('dialog='))
  })

  test('closes when its step has ended the termination', async () => {
    const withdrawing = `POST /api/v1/admin/termination/${target.paymentUuid}/withdraw`
    const page = await openStep({ [list]: { body: listed({ uuid: target.paymentUuid, state: 'asked' }) } })
    const { server, callsOf, here } = page
    server[withdrawing] = () => {
      server[list] = { body: listed(null) }
      return { body: {} }
    }
    await userEvent.type(await screen.findByLabelText('Причина'), 'Семья передумала уходить')
    await userEvent.click(screen.getByRole('button', { name: 'Отозвать' }))
    await waitFor(() => expect(here()).not.toContain('dialog='))
    expect(callsOf(withdrawing)).toHaveLength(1)
    expect(screen.queryByRole('dialog', { name: 'Отозвать расторжение' })).toBeNull()
  })
})
