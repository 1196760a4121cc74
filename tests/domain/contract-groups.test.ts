import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { contractStatuses } from '#contract/enumerations.ts'
import { linkedTransferOf } from '#src/domain/billing/linked-transfer.ts'
import { paymentSummaryOf } from '#src/domain/billing/payments.ts'
import { groupContracts } from '#src/domain/contract-groups.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'
import { acceptedOf, paymentHistories } from '#tests/support/schools/payment-histories.ts'

const today = '2026-11-20'
const year = { title: 'Физика', schoolYear: '2026/2027' }

/** A contract as the server would return it for a payment history. */
const contracts: fc.Arbitrary<Contract> = fc
  .record({
    history: paymentHistories,
    status: fc.constantFrom(...contractStatuses),
    days: fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 9, maxLength: 9 }),
  })
  .map(({ history, status, days }) => {
    const { paid } = acceptedOf(history)
    const dayOf = (index: number) => new Date(Date.UTC(2025, 11, 1 + (days[index] ?? 0))).toISOString().slice(0, 10)
    const payments = history.lines.map((line, index) =>
      payment({ ...line, paid: paid[index] ?? 0, dueOn: dayOf(index) }),
    )
    const sum = (of: (line: (typeof payments)[number]) => number) => payments.reduce((all, line) => all + of(line), 0)
    return contract({
      status,
      program: year,
      payments,
      total: sum(({ amount }) => amount),
      paid: sum((line) => line.paid),
      debt: sum((line) => (line.status === 'Canceled' ? 0 : line.amount - line.paid)),
    })
  })

describe('Over thousands of histories', () => {
  test('every contract is in one group, and the sums of the list equal those of its contracts', () => {
    const holds = (list: Contract[]) => {
      const groups = groupContracts(list, today)
      const shown = groups.flatMap((group) => group.contracts.map(({ contract: { uuid } }) => uuid))
      expect(shown.toSorted()).toEqual(list.map(({ uuid }) => uuid).toSorted())
      const alone = list.map((one) => paymentSummaryOf([one], today))
      const all = paymentSummaryOf(list, today)
      expect(all.left).toBe(alone.reduce((sum, { left }) => sum + left, 0))
      expect(all.overdue.sum).toBe(alone.reduce((sum, { overdue }) => sum + overdue.sum, 0))
      expect(all.overdue.sum).toBeLessThanOrEqual(all.left)
    }
    fc.assert(fc.property(fc.array(contracts, { maxLength: 6 }), holds), { numRuns: 2000 })
  })
})

describe('a group of contracts', () => {
  const groups = (...list: Contract[]) =>
    groupContracts(list, today).map(({ kind, contracts: some, left }) => [
      kind,
      some.map((of) => of.contract.number),
      left,
    ])

  test('starts with the earliest payment, those without one last', () => {
    const on = (number: string, dueOn: string) => contract({ number, program: year, payments: [payment({ dueOn })] })
    const paid = contract({ number: 'paid', program: year, debt: 0 })
    expect(groups(paid, on('next', '2026-12-05'), on('overdue', '2026-11-01'))).toEqual([
      ['active', ['overdue', 'next', 'paid'], 20_000_00],
    ])
  })

  test('that are suspended or being terminated is apart, even with a debt', () => {
    const late = [payment({ dueOn: '2026-10-01' })]
    const of = (status: Contract['status']) => contract({ number: status, status, program: year, payments: late })
    expect(groups(of('Frozen'), of('Open'), of('OnTermination'))).toEqual([
      ['active', ['Open'], 10_000_00],
      ['paused', ['Frozen', 'OnTermination'], 20_000_00],
    ])
  })

  test('is finished once it is paid and its year is over, or once it has ended', () => {
    const paid = { paid: 10_000_00, debt: 0 }
    const lastYear = { title: 'Физика', schoolYear: '2025/2026' }
    expect(
      groups(
        contract({ number: 'this year', program: year, ...paid }),
        contract({ number: 'last year', program: lastYear, ...paid }),
        contract({ number: 'last year, a fund still pays', program: lastYear }),
        contract({ number: 'ended', program: year, status: 'Termination', debt: 0 }),
        contract({ number: 'an unknown year', program: { title: 'Физика', schoolYear: 'весна' }, ...paid }),
      ),
    ).toEqual([
      ['active', ['this year', 'last year, a fund still pays', 'an unknown year'], 10_000_00],
      ['finished', ['last year', 'ended'], 0],
    ])
  })
})

describe('the other end of a transfer', () => {
  const moved = (kind: 'ReturnTransferDS' | 'ReceivingTransferDS' | 'ReceivingDS', amount = 500) => ({
    uuid: crypto.randomUUID(),
    kind,
    amount,
    at: '2026-10-01T10:00:00.000Z',
    hasReceipt: false,
  })
  const withOperation = (operation: ReturnType<typeof moved>) =>
    contract({ payments: [payment({ operations: [operation] })] })

  test('is the one other contract that the same sum left at the same instant', () => {
    const incoming = moved('ReceivingTransferDS')
    const [own, other] = [withOperation(incoming), withOperation(moved('ReturnTransferDS'))]
    expect(linkedTransferOf(incoming, own, [own, other, withOperation(moved('ReturnTransferDS', 600))])).toBe(other)
  })

  test('is null for two candidates and for other operations', () => {
    const incoming = moved('ReceivingTransferDS')
    const own = withOperation(incoming)
    const likes = [withOperation(moved('ReturnTransferDS')), withOperation(moved('ReturnTransferDS'))]
    expect(linkedTransferOf(incoming, own, [own, ...likes])).toBeNull()
    expect(linkedTransferOf(moved('ReceivingDS'), own, [own, ...likes])).toBeNull()
  })
})
