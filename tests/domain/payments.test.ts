import { describe, expect, test } from 'vitest'
import type { ContractTermination } from '#contract/billing/termination.ts'
import type { Payment } from '#contract/enrolment/contracts.ts'
import {
  checkoutLinesByDue,
  duePayments,
  paymentPlanOf,
  paymentPresetsOf,
  paymentSummaryOf,
  selectDuePayments,
} from '#src/domain/billing/payments.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'
import { checkout, ids, payingContracts } from '#tests/support/samples/payment-samples.ts'

const today = '2026-11-20'

describe('the next payment', () => {
  test('returns the earliest expected payment of all contracts first', () => {
    const later = contract({ payments: [payment({ title: 'Декабрь', dueOn: '2026-12-05' })] })
    const sooner = contract({
      payments: [payment({ title: 'Ноябрь', dueOn: '2026-11-25', amount: 500_00, paid: 100_00 })],
    })
    const due = { contract: sooner, payment: sooner.payments[0], left: 400_00, isOverdue: false }
    expect(paymentSummaryOf([later, sooner], today).next).toEqual({
      day: '2026-11-25',
      sum: 400_00,
      count: 1,
      payments: [due],
    })
  })

  test('is the sum of all payments of the same day, without those of later days', () => {
    const days = ['2026-12-05', '2026-12-05', '2027-01-05']
    const contracts = days.map((dueOn) => contract({ payments: [payment({ dueOn })] }))
    expect(paymentSummaryOf(contracts, today).next).toMatchObject({ day: '2026-12-05', sum: 20_000_00, count: 2 })
  })

  test('does not expect paid, cancelled, deferred and unknown payments', () => {
    const payments = [
      payment({ status: 'Closed', paid: 10_000_00 }),
      payment({ status: 'Canceled' }),
      payment({ status: 'DeferredPayment' }),
      payment({ status: 'Enchanted' as Payment['status'] }),
    ]
    expect(paymentSummaryOf([contract({ payments })], today).next).toBeNull()
  })

  test('is overdue on the day after it was due; a failed payment is still due', () => {
    const due = contract({ payments: [payment({ dueOn: today }), payment({ dueOn: '2026-11-19', status: 'Error' })] })
    const { overdue, next } = paymentSummaryOf([due], today)
    expect(overdue).toMatchObject({ sum: 10_000_00, count: 1, payments: [{ isOverdue: true }] })
    expect(next).toMatchObject({ day: today, sum: 10_000_00, count: 1 })
  })
})

test('the lines of an online payment stand in the order in which the instalments were listed', () => {
  const contracts = payingContracts()
  const [line] = checkout().lines
  const lines = [ids.physics, ids.stranger, ids.december, ids.overdue].flatMap((paymentUuid) =>
    line ? [{ ...line, paymentUuid }] : [],
  )
  const listed = duePayments(contracts, today).map((due) => due.payment.uuid)
  expect(listed).toEqual([ids.overdue, ids.december, ids.physics])
  const sorted = checkoutLinesByDue(checkout({ lines }), contracts)
  expect(sorted.map(({ paymentUuid }) => paymentUuid)).toEqual([...listed, ids.stranger])
})

test('until the last day of a terminated contract only its lessons are left to pay', () => {
  const termination: ContractTermination = {
    uuid: ids.checkout,
    state: 'asked',
    lastDay: '2026-12-12',
    given: 300_00,
    toReturn: 0,
    due: 100_00,
    online: 0,
    bank: 0,
    moved: 0,
    movedTo: null,
    canWithdraw: true,
    toTransfer: 0,
    needsAccount: false,
  }
  const lines = [payment({ status: 'DeferredPayment', amount: 500_00, paid: 200_00, toPay: 0 })]
  const own = contract({ status: 'OnTermination', debt: 300_00, payments: lines, termination })
  expect(paymentSummaryOf([own], today).left).toBe(100_00)
  expect(paymentPlanOf([own], today, 4)).toMatchObject({ deferred: 100_00, byOthers: 0 })
})

describe('the plan by month', () => {
  const days = ['2026-11-19', '2026-11-25', '2026-12-05', '2026-12-20', '2027-01-05', '2027-02-05', '2027-03-05']
  const contracts = [
    contract({ payments: days.map((dueOn) => payment({ dueOn, amount: 1_000_00 })), debt: 7_000_00 }),
    contract({ payments: [payment({ status: 'DeferredPayment', amount: 500_00 })], debt: 500_00 }),
    contract({
      status: 'Frozen',
      payments: (['month', 'bank'] as const).map((kind) => payment({ status: 'DeferredPayment', kind, amount: 70_00 })),
      debt: 140_00,
    }),
    contract({
      payments: [
        ...(['bank', 'fund'] as const).map((kind) => payment({ status: 'DeferredPayment', kind, amount: 30_00 })),
        payment({ status: 'Canceled', kind: 'bank', amount: 9_00 }),
      ],
      debt: 60_00,
    }),
  ]

  test('adds up the payments of each month, without overdue ones', () => {
    expect(paymentPlanOf(contracts, today, 3)).toEqual({
      months: [
        { month: '2026-11-01', sum: 1_000_00 },
        { month: '2026-12-01', sum: 2_000_00 },
        { month: '2027-01-01', sum: 1_000_00 },
      ],
      later: 2_000_00,
      byOthers: 60_00,
      suspended: 140_00,
      deferred: 500_00,
    })
  })

  test('loses no kopeck: with the debts it is what is left', () => {
    const { months, later, byOthers, suspended, deferred } = paymentPlanOf(contracts, today, 2)
    const { overdue, left } = paymentSummaryOf(contracts, today)
    expect(months.reduce((sum, month) => sum + month.sum, overdue.sum + later + byOthers + suspended + deferred)).toBe(
      left,
    )
  })
})

describe('what can be paid at once', () => {
  const days = (...dueOn: string[]) => [contract({ payments: dueOn.map((day) => payment({ dueOn: day })) })]
  const presets = (contracts: ReturnType<typeof days>) =>
    paymentPresetsOf(contracts, today).map(({ kind, sum, count }) => [kind, sum, count])

  test('is first the debt, then also the rest of the month, then everything', () => {
    expect(presets(days('2026-10-05', '2026-11-30', '2026-12-05', '2027-01-05'))).toEqual([
      ['now', 10_000_00, 1],
      ['month', 20_000_00, 2],
      ['all', 40_000_00, 4],
    ])
  })

  test('is without debts the next day, and no choice that is the same as another', () => {
    expect(presets(days('2026-12-05', '2026-12-05', '2027-01-05'))).toEqual([
      ['now', 20_000_00, 2],
      ['all', 30_000_00, 3],
    ])
    expect(presets(days('2026-12-05'))).toEqual([['now', 10_000_00, 1]])
    expect(presets([])).toEqual([])
  })

  test('is no more than the server takes at once', () => {
    const many = Array.from({ length: 51 }, (_, index) => `${2027 + index}-01-05`)
    expect(presets(days(...many))).toEqual([['now', 10_000_00, 1]])
  })

  test('leaves out chosen payments that are no longer expected', () => {
    const open = payment({ dueOn: '2026-12-05', amount: 500_00, paid: 100_00 })
    const closed = payment({ dueOn: '2026-12-05', status: 'Closed', paid: 10_000_00 })
    const due = duePayments([contract({ payments: [open, closed] })], today)
    expect(selectDuePayments(due, [open.uuid, closed.uuid])).toMatchObject({ sum: 400_00, count: 1 })
  })
})
