import { describe, expect, test } from 'vitest'
import type { Payment } from '#contract/enrolment/contracts.ts'
import { paymentSummaryOf } from '#src/domain/payments.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'

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
