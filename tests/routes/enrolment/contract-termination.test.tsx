import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { ContractTermination } from '#contract/billing/termination.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { payment } from '#tests/support/samples/contract-samples.ts'
import {
  contractToTerminate,
  historyToTerminate,
  terminated,
  terminationPreview,
} from '#tests/support/samples/termination-samples.ts'

const { uuid, today } = terminated
const page = `/contracts-and-payments/${uuid}`
const termination: ContractTermination = {
  uuid: terminated.target,
  state: 'asked',
  lastDay: '2026-12-12',
  given: 11_700_00,
  due: 0,
  toReturn: 12_300_00,
  online: 8_000_00,
  bank: 4_300_00,
  moved: 0,
  movedTo: null,
  canWithdraw: true,
  toTransfer: 0,
  needsAccount: false,
}
const ended = (own: Partial<ContractTermination> = {}) =>
  contractToTerminate({ status: 'OnTermination', termination: { ...termination, ...own } })

const replies = (shown: Contract, more: Parameters<typeof visit>[1] = {}) => ({
  'GET /api/v1/profile': { body: person(['parent']) },
  'GET /api/v1/profile/contract/list': { body: [shown] },
  [`GET /api/v1/profile/contract/${uuid}/history`]: { body: historyToTerminate() },
  [`GET /api/v1/profile/contract/${uuid}/termination/preview`]: { body: terminationPreview() },
  ...more,
})
const noteOf = async (title: RegExp) => (await screen.findByText(title)).closest('[role=note]') as HTMLElement

describe('The page of a contract that is being terminated', () => {
  test('says when, how much and where to, and takes it back by one press until the last day', async () => {
    const withdraw = `POST /api/v1/profile/contract/${uuid}/termination/withdraw`
    const { callsOf } = await visit(page, replies(ended(), { [withdraw]: { body: {} } }))
    const note = await noteOf(/^Вернём 12.300.₽$/)
    expect(within(note).getAllByRole('listitem').map(textOf)).toEqual([
      expect.stringMatching(/^8\s000\s₽ — туда, откуда платили онлайн$/),
      expect.stringMatching(/^4\s300\s₽ — переводом на счёт$/),
    ])
    await userEvent.click(within(note).getByRole('button', { name: 'Отозвать расторжение' }))
    await screen.findByText(/^Вернём 12.300.₽$/)
    expect(callsOf(withdraw)).toHaveLength(1)
  })

  test.each<[Partial<ContractTermination>, string]>([
    [{ toReturn: 24_000_00, online: 24_000_00, bank: 0 }, 'Вернём 24 000 ₽Туда, откуда платили онлайн'],
    [{ online: 0, bank: 12_300_00 }, 'Вернём 12 300 ₽Переводом на счёт'],
    [{ online: 0, bank: 0, moved: 12_300_00, movedTo: '26-М-0022' }, 'Перенесём 12 300 ₽На договор № 26-М-0022'],
    [{ toReturn: 0, online: 0, bank: 0, due: 1_000_00 }, 'Останется заплатить 1 000 ₽'],
    [{ toReturn: 0, online: 0, bank: 0 }, 'Возвращать и доплачивать нечего'],
  ])('says first what comes back and where to, then until when and what was paid: %o', async (own, text) => {
    await visit(page, replies(ended(own)))
    const note = await noteOf(/последний день — 12 декабря/)
    const paid = 'Расторгается, последний день — 12 декабря, заплачено 24 000 ₽.'
    expect(textOf(note)).toContain(`${text}${paid}Занятия идут`)
  })

  test.each<[Partial<ContractTermination>, string]>([
    [{}, 'Платить не нужно'],
    [{ toReturn: 0, online: 0, bank: 0, due: 1_000_00 }, 'Пока платить не нужно'],
  ])('asks for no instalment, and measures nothing by the whole price: %o', async (own, text) => {
    const shown = contractToTerminate({
      status: 'OnTermination',
      termination: { ...termination, ...own },
      total: 24_000_00,
      paid: 12_000_00,
      debt: 12_000_00,
      payments: [
        payment({ status: 'Closed', dueOn: '2026-09-05', amount: 12_000_00, paid: 12_000_00 }),
        payment({ uuid: terminated.target, status: 'DeferredPayment', dueOn: '2027-05-05', amount: 12_000_00 }),
      ],
    })
    await visit(page, replies(shown))
    const schedule = within(await screen.findByRole('table', { name: 'График платежей' }))
    expect(schedule.getAllByText(text)).not.toEqual([])
    // The day of the payment is not known, and the columns beside it have the rest.
    expect(schedule.getByText('Оплачен')).toBeTruthy()
    expect(schedule.queryByText(/Отсрочен|мая/)).toBeNull()
    expect(screen.queryByRole('heading', { level: 2, name: 'Оплата' })).toBeNull()
    expect(textOf(screen.getByRole('main'))).not.toContain('24 000')
    expect(screen.queryByRole('progressbar')).toBeNull()
  })

  test('has what was paid as the sum of the schedule on a phone', async () => {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(matchMedia(query), { matches: false }))
    await visit(page, replies(ended()))
    const sum = (await screen.findByText('Оплачено по договору')).closest('p') as HTMLElement
    expect(textOf(sum)).toBe('Оплачено по договору24 000 ₽')
    expect(screen.queryByText('Всего по договору')).toBeNull()
  })

  test.each([
    [
      'waits for the school and the bank',
      { state: 'returning', canWithdraw: false, toTransfer: 4_300_00 },
      /Перевод на счёт делает школа/,
    ],
    [
      'waits for the rest of the money',
      { state: 'returning', canWithdraw: false, toReturn: 0, online: 0, bank: 0, due: 1_000_00 },
      /Останется заплатить 1\s000\s₽.*Договор завершится, когда занятия будут оплачены/,
    ],
    [
      'has moved a part',
      { state: 'settled', canWithdraw: false, toReturn: 15_300_00, moved: 3_000_00, movedTo: '26-М-0022' },
      /^Расторгнут, последний день — 12 декабря, вернули 12\s300\s₽, перенесли 3\s000\s₽/,
    ],
    [
      'is settled',
      { state: 'settled', canWithdraw: false },
      /^Расторгнут, последний день — 12 декабря, вернули 12\s300\s₽/,
    ],
  ] as const)('says that it %s, without a button', async (_, own, text) => {
    await visit(page, replies(ended(own)))
    const note = await noteOf(/последний день — 12 декабря/)
    expect(textOf(note)).toMatch(text)
    expect(within(note).queryByRole('button')).toBeNull()
  })
})

describe('A termination that waits for an account', () => {
  const own = { state: 'returning', canWithdraw: false, toTransfer: 12_300_00, needsAccount: true } as const
  const post = `POST /api/v1/profile/contract/${uuid}/termination/account`

  test('is to be done on the home page', async () => {
    await visit('/home-page', replies(ended(own)))
    const row = await screen.findByRole('link', { name: /Укажите счёт: школа вернёт на него 12.300.₽/ })
    expect(row.getAttribute('href')).toBe(`${page}?dialog=return-account`)
    const owed = await screen.findByRole('region', { name: 'Ждём от школы' })
    expect(textOf(await within(owed).findByRole('link', { name: /Математика/ }))).toBe(
      'Расторгается, последний день — 12 декабря, вернём 12 300 ₽Артём: Математика',
    )
  })

  test('gets it from the customer, and the dialog closes', async () => {
    let isGiven = false
    const { callsOf } = await visit(`${page}?dialog=return-account`, {
      ...replies(ended(own)),
      'GET /api/v1/profile/contract/list': () => ({ body: [ended({ ...own, needsAccount: !isGiven })] }),
      [post]: () => {
        isGiven = true
        return { body: {} }
      },
    })
    const dialog = await screen.findByRole('dialog')
    expect(textOf(dialog)).toContain('Школа переведёт на него 12 300 ₽')
    await userEvent.type(await within(dialog).findByLabelText('Владелец счёта'), terminated.account.recipient)
    await userEvent.type(within(dialog).getByLabelText('Номер счёта'), terminated.account.account)
    await userEvent.type(within(dialog).getByLabelText('БИК банка'), terminated.account.bankCode)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Сохранить счёт' }))
    await screen.findByText('Счёт сохранён')
    expect(callsOf(post).map(({ body }) => JSON.parse(body ?? ''))).toEqual([{ bank: terminated.account }])
    expect(screen.queryByRole('dialog')).toBeNull()
    const note = await noteOf(/последний день — 12 декабря/)
    expect(textOf(note)).toContain('Перевод на счёт делает школа')
    expect(screen.queryByRole('button', { name: 'Указать счёт' })).toBeNull()
  })

  test('opens no dialog where none is needed', async () => {
    await visit(`${page}?dialog=return-account`, replies(ended()))
    await noteOf(/последний день — 12 декабря/)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

test('The list of contracts says that one is being terminated', async () => {
  await visit('/contracts-and-payments', replies(ended()))
  await screen.findByText(/Расторгается, последний день — 12 декабря, вернём 12\s300\s₽/)
})

test('The dialog says why the account cannot do it, and leads to the school', async () => {
  const preview = terminationPreview({}, { obstacle: 'paid-by-institution', lastDay: today })
  const more = { [`GET /api/v1/profile/contract/${uuid}/termination/preview`]: { body: preview } }
  await visit(`${page}?dialog=terminate`, replies(contractToTerminate(), more))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/Часть курса платит банк или фонд/)
  within(dialog).getByRole('link', { name: 'Написать в школу' })
  expect(within(dialog).queryByRole('button', { name: 'Дальше' })).toBeNull()
})

test('The dialog has the year of a day of settlement that is in another one', async () => {
  const preview = terminationPreview({ lastDay: '2026-12-31' })
  const more = { [`GET /api/v1/profile/contract/${uuid}/termination/preview`]: { body: preview } }
  await visit(`${page}?dialog=terminate`, replies(contractToTerminate(), more))
  await within(await screen.findByRole('dialog')).findByText(/^Расчёт 1\sянваря\s2027\. Банк/)
})

test('The dialog of a contract that is being terminated already says so', async () => {
  const preview = terminationPreview({}, { obstacle: 'not-in-force', lastDay: today, hash: '' })
  const more = {
    [`GET /api/v1/profile/contract/${uuid}/history`]: { body: { ...historyToTerminate(), canTerminate: false } },
    [`GET /api/v1/profile/contract/${uuid}/termination/preview`]: { body: preview },
  }
  await visit(`${page}?dialog=terminate`, replies(ended(), more))
  const dialog = await screen.findByRole('dialog')
  await within(dialog).findByText(/Расторгается, последний день — 12 декабря/)
  expect(within(dialog).queryByText(/сейчас нельзя/)).toBeNull()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Готово' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

describe('The dialog', () => {
  const post = `POST /api/v1/profile/contract/${uuid}/termination`
  /** The list is read after everything else, and `isDone` is what the server knows meanwhile. */
  async function confirm(answer: NonNullable<Parameters<typeof visit>[1]>[string]) {
    let isDone = false
    const { app } = await visit(
      `${page}?dialog=terminate`,
      replies(contractToTerminate(), {
        [`GET /api/v1/profile/contract/${uuid}/history`]: () => ({
          body: { ...historyToTerminate(), canTerminate: !isDone },
        }),
        [`GET /api/v1/profile/contract/${uuid}/termination/preview`]: () => ({
          body: terminationPreview({}, isDone ? { obstacle: 'not-in-force', lastDay: today, hash: '' } : {}),
        }),
        [post]: () => {
          isDone = true
          return answer as { body: unknown }
        },
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Дальше' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Расторгнуть договор' }))
    return { app, dialog: screen.getByRole('dialog') }
  }

  test('stays with what comes next, also when the history is read before the list', async () => {
    const { dialog } = await confirm({ body: { terminationUuid: terminated.target } })
    await within(dialog).findByText('Договор расторгается')
    expect(dialog.isConnected).toBe(true)
  })

  test('offers the repeat after a lost answer, whatever is read again meanwhile', async () => {
    const { app, dialog } = await confirm('offline')
    await within(dialog).findByText(/дважды договор не расторгается/)
    await act(() => app.queryClient.invalidateQueries())
    expect(within(dialog).queryByText(/сейчас нельзя/)).toBeNull()
    expect(within(dialog).getByRole('button', { name: 'Расторгнуть договор' })).toHaveProperty('disabled', false)
  })
})

test('An account with a wrong digit is refused before anything is sent', async () => {
  const more = {
    [`GET /api/v1/profile/contract/${uuid}/termination/preview`]: { body: terminationPreview({ bank: 5_000_00 }) },
  }
  await visit(`${page}?dialog=terminate`, replies(contractToTerminate(), more))
  await userEvent.click(await screen.findByRole('button', { name: 'Дальше' }))
  await userEvent.type(await screen.findByLabelText('Владелец счёта'), 'Соколова Анна')
  await userEvent.type(screen.getByLabelText('Номер счёта'), '40817810899910004313')
  await userEvent.type(screen.getByLabelText('БИК банка'), '044525225')
  await userEvent.click(screen.getByRole('button', { name: 'Дальше' }))
  await screen.findByText(/Такого счёта в этом банке быть не может/)
  expect(screen.queryByRole('button', { name: 'Расторгнуть договор' })).toBeNull()
})
