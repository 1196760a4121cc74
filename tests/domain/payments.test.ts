import { describe, expect, test } from 'vitest'
import type { Contract, Payment } from '#contract/contracts.ts'
import type { PaymentStatus } from '#contract/enumerations.ts'
import { paymentSummaryOf, paymentsToShow } from '#src/domain/payments.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'

const today = '2026-11-20'

describe('the next payment', () => {
  test('returns the earliest expected payment of all contracts first', () => {
    const later = contract({ payments: [payment({ title: 'Декабрь', dueOn: '2026-12-05' })] })
    const sooner = contract({
      payments: [payment({ title: 'Ноябрь', dueOn: '2026-11-25', amount: 500_00, paid: 100_00 })],
    })
    expect(paymentSummaryOf([later, sooner], today).next).toEqual({
      contract: sooner,
      payment: sooner.payments[0],
      left: 400_00,
      isOverdue: false,
    })
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
    expect(paymentSummaryOf([due], today).next?.isOverdue).toBe(true)
    expect(paymentSummaryOf([due], today).overdue).toEqual({ sum: 10_000_00, count: 1 })
  })
})

describe('the extract of due payments', () => {
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
    const { shown, hidden } = paymentsToShow(contracts, today, room)
    return { shown: shown.map(({ payment: { dueOn }, isOverdue }) => [dueOn, isOverdue]), hidden }
  }

  test('contains overdue payments and the next one of all contracts', () => {
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

  test('always shows the next payment and counts overdue ones beyond the limit', () => {
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
})
