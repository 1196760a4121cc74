import type { ActionPreview, ActionTerms } from '#contract/billing/contract-actions.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'

const student = { id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c01', name: 'Белов Артём' }
const contact = { id: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c02', name: 'Белова Анна' }

/** Two overdue payments of two contracts. */
export const actedOn = {
  targets: [
    { contractUuid: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c11', paymentUuid: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c21' },
    { contractUuid: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c12', paymentUuid: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c22' },
  ],
  numbers: ['26-М-0031', '26-М-0032'],
  terms: { action: 'move', dueOn: '2035-10-01' } satisfies ActionTerms,
  reason: 'Семья попросила отсрочку',
} as const

const before = { status: 'Open', dueOn: '2035-08-20', amount: 880_000, paid: 0, toPay: 880_000 } as const

/** What moving the payment of one of the contracts would do. */
export function previewOf(index: number, obstacle: ActionPreview['obstacle'] = null): ActionPreview {
  const target = actedOn.targets[index] as (typeof actedOn.targets)[number]
  const payments = [{ position: 1, before, after: { ...before, dueOn: actedOn.terms.dueOn } }]
  return {
    ...target,
    number: actedOn.numbers[index] ?? '',
    customer: contact.name,
    obstacle,
    before: 'Concluded',
    after: 'Concluded',
    payments: obstacle ? [] : payments,
    toReturn: 0,
    givenUp: 0,
    endsAutopay: false,
    freesPlace: false,
    hash: obstacle ? '' : String(index + 1).repeat(64),
  }
}

export function overdueItems(): WorkQueueItem[] {
  return actedOn.targets.map(({ contractUuid, paymentUuid }, index) => ({
    id: paymentUuid,
    since: '2035-08-20T21:00:00.000Z',
    student,
    contact: { ...contact, phone: null },
    contract: { uuid: contractUuid, number: actedOn.numbers[index] ?? '', status: 'Concluded' },
    payment: { uuid: paymentUuid, status: 'Open' },
    amount: 880_000,
    note: '1-й платёж',
    paymentKind: null,
    differenceKind: null,
    taker: null,
    dueOn: null,
    remindedAt: null,
    count: null,
    awaits: null,
    owner: null,
  }))
}
