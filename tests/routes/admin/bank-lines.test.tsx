import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { BankLine } from '#contract/billing/bank-lines.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const id = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const contract = (number: number, name: string) => ({
  contractUuid: id(number),
  number: `26-ФИЗ-${number}`,
  program: 'Физика',
  student: { id: id(number + 100), name },
})
const [anna, pyotr, ilya] = [contract(1, 'Анна'), contract(2, 'Пётр'), contract(3, 'Илья')]
const proposal = (one: typeof anna) => ({
  ...one,
  customer: { id: id(9), name: 'Соколова Ольга' },
  left: 1_000_000,
  hints: ['payer' as const],
})
const line: BankLine = {
  id: id(50),
  fileName: 'bank.txt',
  at: '2026-11-19T09:00:00.000Z',
  amount: 1_000_000,
  payer: 'Соколова Ольга',
  purpose: 'за двоих детей',
  doubt: 'договор не назван',
  state: 'waiting',
  proposals: [proposal(anna), proposal(pyotr), proposal(ilya)],
  parts: [],
  reason: null,
  splits: [
    [
      { ...anna, amount: 880_000 },
      { ...pyotr, amount: 120_000 },
    ],
  ],
  decidedBy: null,
  decidedAt: null,
}

const split = `POST /api/v1/admin/bank-line/${line.id}/split`

async function open(shown: BankLine, lines = 'waiting') {
  const { callsOf } = await visit(`/adm-panel/?tab=imports&lines=${lines}`, {
    'GET /api/v1/profile': { body: person(['administrator']) },
    'GET /api/v1/admin/bank-line/list': { body: { items: [shown], total: 1, page: 1, pageSize: 10 } },
    [split]: { body: null, status: 204 },
  })
  const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
  return { press, sent: () => callsOf(split).map(({ body }) => JSON.parse(String(body))) }
}

test('money for two children is divided as it is proposed', async () => {
  const { press, sent } = await open(line)
  await press(/^Разделить так/)
  await press('Зачислить частями')
  await expect.poll(sent).toEqual([
    {
      parts: [
        { contractUuid: anna.contractUuid, amount: 880_000 },
        { contractUuid: pyotr.contractUuid, amount: 120_000 },
      ],
      reason: 'Сумма равна ближайшим платежам по этим договорам',
    },
  ])
})

test('parts that do not add up are not sent, and the form says how much is left', async () => {
  const { press, sent } = await open({ ...line, splits: [] })
  await press('Разделить между договорами')
  await press('Зачислить частями')
  expect(screen.getByText('Напишите хотя бы 10 символов.')).toBeTruthy()
  await press(/^Добавить: 26-ФИЗ-2/)
  const first = screen.getByLabelText(/26-ФИЗ-2/, { selector: 'input' })
  expect(first).toHaveProperty('value', '10000')
  await userEvent.clear(first)
  await userEvent.type(first, '1 200,50')
  const status = () => screen.getAllByRole('status').map(textOf)
  expect(status()).toContain('Осталось распределить 8 799,50 ₽')
  await press(/^Добавить: 26-ФИЗ-3/)
  expect(status()).toContain('Распределён весь платёж')
  const second = screen.getByLabelText(/26-ФИЗ-3/, { selector: 'input' })
  await userEvent.clear(second)
  await userEvent.type(second, '9000')
  expect(status()).toContain('Сумма частей больше платежа на 200,50 ₽')
  await userEvent.type(screen.getByLabelText('Почему он делится так'), 'Один перевод за двоих')
  await press('Зачислить частями')
  expect(sent()).toEqual([])
})

test('a divided line names its contracts with their sums', async () => {
  const parts = [anna, pyotr].map(({ contractUuid, number }) => ({ contractUuid, number, amount: 500_000 }))
  await open({ ...line, state: 'booked', proposals: [], splits: [], parts }, 'booked')
  expect(await screen.findByText(/Разделён между договорами: 26-ФИЗ-1 \(5\s000\s₽\), 26-ФИЗ-2/)).toBeTruthy()
  expect(screen.getByRole('radio', { name: 'Зачислены', checked: true })).toBeTruthy()
})

test('Enter in the search for a contract books nothing, and a press keeps the focus in the form', async () => {
  const { press, sent } = await open(line)
  await press(/^Разделить так/)
  const form = screen.getByRole('group', { name: /^Разделить/ })
  expect(document.activeElement).toBe(form.closest('li'))
  await userEvent.click(screen.getByText('Найти договор'))
  await userEvent.type(screen.getByLabelText('Договор'), '26-ФИЗ{Enter}')
  await press(/^Добавить: 26-ФИЗ-3/)
  expect(document.activeElement).toBe(form)
  await press('Убрать договор 26-ФИЗ-3')
  expect(document.activeElement).toBe(form)
  expect(sent()).toEqual([])
})

test('a proposed reason leaves with the proposed parts, a typed one stays', async () => {
  const { press } = await open(line)
  await press(/^Разделить так/)
  const reason = screen.getByLabelText('Почему он делится так')
  await userEvent.type(screen.getByLabelText(/26-ФИЗ-1/, { selector: 'input' }), '0')
  expect(reason).toHaveProperty('value', '')
  await userEvent.type(reason, 'Один перевод за двоих')
  await press('Убрать договор 26-ФИЗ-1')
  expect(reason).toHaveProperty('value', 'Один перевод за двоих')
})
