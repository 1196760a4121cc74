import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { Signature } from '#contract/enrolment/signing.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { signingTexts } from '#tests/support/pages/contract-signing-page.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'
import { contractToSign, signingText, unsignedContract } from '#tests/support/samples/signing-samples.ts'

const { uuid, textHash, agreementHash } = contractToSign
const page = `/contracts-and-payments/${uuid}`
const signing = `/api/v1/profile/contract/${uuid}/signing`
const [customerAt, schoolAt] = ['2026-11-12T09:00:00.000Z', '2026-11-13T09:00:00.000Z']
const history = {
  events: [],
  waitsFor: null,
  canTerminate: false,
  agreement: null,
  signatures: [] as Signature[],
  courseUuid: null,
  documents: [],
}
const replies = (shown: Contract, more: Parameters<typeof visit>[1] = {}) => ({
  'GET /api/v1/profile': { body: person(['parent']) },
  'GET /api/v1/profile/contract/list': { body: [shown] },
  [`GET /api/v1/profile/contract/${uuid}/history`]: { body: history },
  [`GET ${signing}`]: { body: signingText() },
  ...more,
})
const noteOf = async (title: string | RegExp) => (await screen.findByText(title)).closest('[role=note]') as HTMLElement

describe('The page of a contract', () => {
  test('says whose signature it waits for, and offers to sign only to its customer', async () => {
    await visit(page, replies(unsignedContract()))
    const own = await noteOf(signingTexts.waits)
    expect(textOf(own)).toContain('до 28 ноября')
    expect(textOf(own)).toContain('Место за вами до 5 декабря.')
    within(own).getByRole('button', { name: signingTexts.opener })
    expect(textOf(screen.getByRole('table', { name: 'График платежей' }))).toContain('После подписи')
    // No payment is asked for yet, so the card of the payments states the price.
    screen.getByText('Стоимость')
  })

  test.each([
    ['another guardian', { isOwn: false }, 'Договор ждёт подписи заказчика'],
    ['the customer who has signed', { customerAt }, 'Подписано вами 12 ноября, ждёт школу'],
    ['another guardian after that', { customerAt, isOwn: false }, 'Подписано 12 ноября, ждёт школу'],
  ])('shows %s how far it is, without a button', async (_, state, title) => {
    await visit(`${page}?dialog=sign`, replies(unsignedContract(state)))
    const note = await noteOf(title)
    expect(within(note).queryByRole('button')).toBeNull()
  })

  test('has the marks of both sides once they have signed, and no notice', async () => {
    const side = (of: Signature['side'], more: Partial<Signature>): Signature => {
      return { side: of, person: 'Соколова Анна', capacity: null, method: 'sms-code', at: customerAt, ...more }
    }
    const signatures = [
      side('customer', {}),
      side('school', { person: 'Орлова Мария', capacity: 'директор', method: 'automatic', at: schoolAt }),
    ]
    const agreement = { at: customerAt, person: 'Соколова Анна', version: '2026-11-29', hash: textHash }
    await visit(
      page,
      replies(unsignedContract({ customerAt, schoolAt }), {
        [`GET /api/v1/profile/contract/${uuid}/history`]: { body: { ...history, agreement, signatures } },
      }),
    )
    const list = await screen.findByRole('list', { name: 'Подписи' })
    expect(within(list).getAllByRole('listitem').map(textOf)).toEqual([
      expect.stringMatching(/^Подписал заказчик: Соколова Анна12 ноября.*простая электронная подпись, код из СМС$/),
      expect.stringMatching(/^Подписала школа: Орлова Мария13 ноября.*автоматически, по правилам школы · директор$/),
    ])
    expect(screen.queryByText(/ждёт школу|ждёт вашей/)).toBeNull()
  })

  test.each([
    ['free', { payments: [], total: 0, debt: 0 }],
    ['paid by a fund', { payments: [payment({ status: 'DeferredPayment', kind: 'fund', amount: 24_000_00 })] }],
  ])('asks the customer of a contract that is %s for no money', async (_, terms: Partial<Contract>) => {
    await visit(page, replies({ ...unsignedContract(), ...terms }))
    expect(textOf(await noteOf(signingTexts.waits))).toMatch(/до 28 ноября\. Место за вами/)
  })

  test('asks the customer of a signed contract that a fund pays for no money', async () => {
    const payments = [payment({ status: 'DeferredPayment', kind: 'fund', amount: 24_000_00 })]
    await visit(page, replies({ ...unsignedContract({ customerAt }), payments }))
    expect(textOf(await noteOf(/ждёт школу/))).not.toMatch(/Плат/)
  })

  test('names no last day of a contract that is paid and in force', async () => {
    const paid = { status: 'Concluded', paid: 24_000_00, debt: 0 } as const
    const payments = [payment({ status: 'Closed', amount: 24_000_00, paid: 24_000_00 })]
    await visit(page, replies({ ...unsignedContract(), ...paid, payments }))
    expect(textOf(await noteOf(signingTexts.waits))).not.toMatch(/28 ноября|Место за вами|Платежи начнутся/)
  })

  test('says that a contract was not signed in time', async () => {
    await visit(page, replies({ ...unsignedContract(), status: 'NotPaid' }))
    await screen.findByText('Договор не подписан в срок и больше не действует')
    expect(screen.queryByText(signingTexts.waits)).toBeNull()
  })

  test('lets an administrator who impersonates the customer read, and not sign', async () => {
    const impersonation = { by: 'Павел Жданов', until: '2026-11-23T10:00:00.000Z' }
    await visit(
      `${page}?dialog=sign`,
      replies(unsignedContract(), {
        'GET /api/v1/profile': { body: { ...person(['parent']), isLoggedAs: true, impersonation } },
      }),
    )
    const dialog = within(await screen.findByRole('dialog', { name: signingTexts.title }))
    await dialog.findByText('Подпись заказчика – одноразовый код.')
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Прочитано, дальше' }).disabled).toBe(true)
  })
})

test('A customer reads, agrees once, enters the code, and the contract is read again', async () => {
  const { callsOf, here, server } = await visit(
    page,
    replies(unsignedContract(), {
      [`POST ${signing}/agree`]: { body: undefined, status: 204 },
      [`POST ${signing}/send`]: { body: { noResendExpiresIn: 60, channel: 'email', target: 'a***@mail.example' } },
      [`POST ${signing}/sign`]: { body: { signedAt: customerAt } },
    }),
  )
  await userEvent.click(await screen.findByRole('button', { name: signingTexts.opener }))
  const dialog = within(await screen.findByRole('dialog', { name: signingTexts.title }))
  expect(here()).toBe(`${page}?dialog=sign`)
  await userEvent.click(await dialog.findByRole('button', { name: 'Прочитано, дальше' }))
  dialog.getByText('Код из сообщения стороны признают подписью.')
  await userEvent.click(dialog.getByRole('button', { name: 'Назад к договору' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Прочитано, дальше' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Принять и получить код' }))
  await dialog.findByText('6 цифр из письма на адрес a***@mail.example')
  server['GET /api/v1/profile/contract/list'] = { body: [unsignedContract({ customerAt })] }
  await userEvent.type(dialog.getByLabelText('Код подтверждения'), '271828')
  await dialog.findByText(/^Вы подписали договор 12 ноября/)
  dialog.getByText('Осталась подпись школы. Когда она появится, придёт сообщение.')
  const sent = (call: string) => callsOf(call).map(({ body }) => JSON.parse(body ?? ''))
  expect(sent(`POST ${signing}/agree`)).toEqual([{ hash: agreementHash }])
  expect(sent(`POST ${signing}/send`)).toEqual([{ textHash }])
  expect(sent(`POST ${signing}/sign`)).toEqual([{ textHash, code: '271828' }])
  await userEvent.click(dialog.getByRole('button', { name: 'Готово' }))
  await waitFor(() => expect(here()).toBe(page))
  await screen.findByText('Подписано вами 12 ноября, ждёт школу')
})

test.each([
  ['', '2026-12-05', 0, 'Оплатите до 5 декабря. Место держим до 12 декабря, потом оно освободится.'],
  [
    ', also after the due day',
    '2026-11-15',
    0,
    'Платёж ждали до 15 ноября. Место держим до 22 ноября, потом оно освободится.',
  ],
  [
    ', which the staff decides about a contract with money',
    '2026-12-05',
    1_000_00,
    'Он будет заключён, когда платёж поступит.',
  ],
])(
  'A contract that waits for its first payment says until which day the place is kept%s',
  async (_, dueOn, paid, place) => {
    const first = payment({ dueOn, amount: 24_000_00, paid })
    const shown = { ...unsignedContract({ customerAt, schoolAt }), paid, payments: [first] }
    const group = {
      slots: [
        { weekday: 1, from: '17:15', to: '18:45' },
        { weekday: 3, from: '17:15', to: '18:45' },
      ],
      startsOn: '2026-12-07',
      endsOn: '2027-05-31',
      teacher: 'Орлова Ирина Сергеевна',
      lessons: 44,
    }
    const waiting = { ...history, waitsFor: 'first-payment', group }
    await visit(page, replies(shown, { [`GET /api/v1/profile/contract/${uuid}/history`]: { body: waiting } }))
    const note = await noteOf('Договор ждёт вашего первого платежа')
    expect(textOf(note)).toBe(`Договор ждёт вашего первого платежа${place}`)
    expect(textOf(screen.getByText('Условия').closest('section') as HTMLElement)).toMatch(
      /Занятияпн, ср\s17:15\S*–\S*18:45Первый и последний день7 декабря 2026\s– 31 мая 2027Число занятий44ПреподавательОрлова Ирина Сергеевна/,
    )
    // A debt stands beside the price.
    const isDebt = screen.queryByText('Долг') !== null
    expect(isDebt).toBe(dueOn < '2026-12')
    expect(screen.queryAllByText('Стоимость')).toHaveLength(paid > 0 || isDebt ? 1 : 0)
    // Without money what is left is the price, which stands once.
    expect(screen.queryAllByText('Осталось оплатить')).toHaveLength(paid > 0 ? 1 : 0)
  },
)

test('The list of contracts says whose signature each one waits for', async () => {
  await visit(
    '/contracts-and-payments',
    replies(unsignedContract(), {
      'GET /api/v1/profile/contract/list': {
        body: [
          unsignedContract(),
          { ...unsignedContract({ customerAt }), uuid: contract().uuid, number: '26-М-0021', status: 'Concluded' },
        ],
      },
    }),
  )
  await screen.findByText('ждёт вашей подписи')
  screen.getByText(/^подписан вами 12 нояб\.?, ждёт школу$/)
})
