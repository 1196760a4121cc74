import type { Checkout, CheckoutSummary } from '#contract/billing/checkouts.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { contract, payment, students } from './contract-samples.ts'

/** Ids of a family with two children: the first instalment is overdue in November 2026. */
export const ids = {
  overdue: 'cb000000-0000-4000-8000-000000000001',
  december: 'cb000000-0000-4000-8000-000000000002',
  physics: 'cb000000-0000-4000-8000-000000000003',
  maths: 'cb000000-0000-4000-8000-000000000010',
  physicsContract: 'cb000000-0000-4000-8000-000000000011',
  checkout: 'cb000000-0000-4000-8000-000000000020',
  stranger: 'cb000000-0000-4000-8000-000000000021',
}

/** Mathematics with an overdue instalment of 12 000 ₽ and one for December, and physics of the other child. */
export const payingContracts = (): Contract[] => [
  contract({
    uuid: ids.maths,
    number: '26-М-0001',
    total: 24_000_00,
    debt: 24_000_00,
    payments: [
      payment({ uuid: ids.overdue, kind: 'stage', dueOn: '2026-11-10', amount: 12_000_00 }),
      payment({ uuid: ids.december, kind: 'stage', dueOn: '2026-12-05', amount: 12_000_00 }),
    ],
  }),
  contract({
    uuid: ids.physicsContract,
    number: '26-М-0002',
    program: { title: 'Физика', schoolYear: '2026/27' },
    student: students.maria,
    payments: [payment({ uuid: ids.physics, kind: 'stage', dueOn: '2026-12-05', amount: 10_000_00 })],
  }),
]

/** The overdue instalment is being paid; a test overrides only the fields that it tests. */
export function checkout(own: Partial<Checkout> = {}): Checkout {
  return {
    uuid: ids.checkout,
    state: 'pending',
    method: 'card',
    amount: 12_000_00,
    lines: [
      {
        paymentUuid: ids.overdue,
        amount: 12_000_00,
        contractUuid: ids.maths,
        contractNumber: '26-М-0001',
        paymentTitle: '1-й платёж',
        course: 'Математика',
        student: students.artem,
      },
    ],
    confirmationUrl: 'https://bank.example/pay/1',
    isAutomatic: false,
    refusal: null,
    refunds: [],
    receiptUrl: null,
    createdAt: '2026-11-23T08:59:00.000Z',
    expiresAt: '2026-11-23T09:59:00.000Z',
    finishedAt: null,
    ...own,
  }
}

export function checkoutSummary(own: Partial<CheckoutSummary> = {}): CheckoutSummary {
  const { uuid, state, amount, createdAt, expiresAt } = checkout()
  return {
    uuid,
    state,
    amount,
    createdAt,
    expiresAt,
    paymentUuids: [ids.overdue],
    payer: null,
    isAutomatic: false,
    ...own,
  }
}
