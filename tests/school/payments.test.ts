import { describe, expect, test } from 'vitest'
import type { Contract, Payment } from '#contract/contracts.ts'
import type { PaymentStatus } from '#contract/enumerations.ts'
import { summaryOf, toPay } from '#src/school/payments.ts'
import { contract, payment } from '#tests/support/contract-samples.ts'

const today = '2026-11-20'

describe('what to pay next', () => {
  test('the earliest expected payment of all contracts comes first', () => {
    const later = contract({ payments: [payment({ title: 'Декабрь', dueOn: '2026-12-05' })] })
    const sooner = contract({
      payments: [payment({ title: 'Ноябрь', dueOn: '2026-11-25', amount: 500_00, paid: 100_00 })],
    })
    expect(summaryOf([later, sooner], today).next).toEqual({
      contract: sooner,
      payment: sooner.payments[0],
      left: 400_00,
      isOverdue: false,
    })
  })

  test('paid, cancelled and deferred payments, and those of a status that nobody knows, are not expected', () => {
    const payments = [
      payment({ status: 'Closed', paid: 10_000_00 }),
      payment({ status: 'Canceled' }),
      payment({ status: 'DeferredPayment' }),
      payment({ status: 'Enchanted' as Payment['status'] }),
    ]
    expect(summaryOf([contract({ payments })], today).next).toBeNull()
  })

  test('a payment is overdue on the day after it was due, and a failed one is still to be paid', () => {
    const due = contract({ payments: [payment({ dueOn: today }), payment({ dueOn: '2026-11-19', status: 'Error' })] })
    expect(summaryOf([due], today).next?.isOverdue).toBe(true)
    expect(summaryOf([due], today).overdue).toEqual({ sum: 10_000_00, count: 1 })
  })

  test('what is left is the sum over all contracts', () => {
    expect(summaryOf([contract({ debt: 5_00 }), contract({ debt: 7_00 })], today).left).toBe(12_00)
  })
})

describe('the extract of what is to pay', () => {
  const payment = (dueOn: string, status: PaymentStatus = 'Open', paid = 0): Payment => ({
    uuid: dueOn,
    title: '',
    kind: 'other',
    dueOn,
    amount: 1000,
    paid,
    status,
    paidAt: null,
    operations: [],
  })
  const contract = (...payments: Payment[]) => ({ payments }) as Contract
  const days = (contracts: Contract[], room?: number) => {
    const { shown, hidden } = toPay(contracts, today, room)
    return { shown: shown.map(({ payment: { dueOn }, isOverdue }) => [dueOn, isOverdue]), hidden }
  }

  test('is what is overdue and the next payment, over all contracts', () => {
    const contracts = [
      contract(payment('2026-12-01'), payment('2026-10-01')),
      contract(payment('2026-11-25'), payment('2026-09-01', 'Closed', 1000)),
    ]
    expect(days(contracts)).toEqual({
      shown: [
        ['2026-10-01', true],
        ['2026-11-25', false],
      ],
      hidden: 0,
    })
  })

  test('always shows the next payment and counts what is overdue beyond the room', () => {
    const overdue = ['2026-08-01', '2026-09-01', '2026-10-01', '2026-11-01'].map((day) => payment(day))
    expect(days([contract(...overdue, payment('2026-12-01'))])).toEqual({
      shown: [
        ['2026-08-01', true],
        ['2026-09-01', true],
        ['2026-12-01', false],
      ],
      hidden: 2,
    })
  })

  test('is not overdue on the day itself', () => {
    expect(days([contract(payment(today))])).toEqual({ shown: [[today, false]], hidden: 0 })
  })

  test.each(['Closed', 'Canceled', 'DeferredPayment', 'Frozen' as PaymentStatus] as const)(
    'leaves out a payment that is %s',
    (status) => {
      expect(days([contract(payment('2026-12-01', status))])).toEqual({ shown: [], hidden: 0 })
    },
  )

  test('leaves out what was paid already, and asks again for a payment that failed', () => {
    expect(days([contract(payment('2026-12-01', 'Open', 1000), payment('2026-12-02', 'Error'))])).toEqual({
      shown: [['2026-12-02', false]],
      hidden: 0,
    })
  })
})
