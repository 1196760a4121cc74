import type { Contract, Payment } from '#contract/enrolment/contracts.ts'
import { leftOf, toPayOf } from '#server/enrolment/contracts/rules.ts'

export const students = {
  artem: { uuid: 'a0000000-0000-4000-8000-000000000001', firstName: 'Артём', lastName: 'Соколов' },
  maria: { uuid: 'a0000000-0000-4000-8000-000000000002', firstName: 'Мария', lastName: 'Соколова' },
}

let made = 0
function nextUuid(): string {
  made += 1
  return `ca000000-0000-4000-8000-${String(made).padStart(12, '0')}`
}

/** An open payment of 10 000 ₽; a test overrides only the fields that it tests. */
export function payment(own: Partial<Payment> = {}): Payment {
  const payment = {
    uuid: nextUuid(),
    title: 'Платёж',
    kind: 'other' as const,
    dueOn: '2026-12-01',
    amount: 10_000_00,
    paid: 0,
    status: 'Open' as const,
    paidAt: null,
    operations: [],
    charge: null,
    ...own,
  }
  return { ...payment, left: leftOf(payment), toPay: toPayOf(payment) }
}

export function contract(own: Partial<Contract> = {}): Contract {
  const uuid = nextUuid()
  return {
    uuid,
    number: `26-М-${uuid.slice(-8)}`,
    status: 'Concluded',
    concludedOn: '2026-09-01',
    program: { title: 'Математика', schoolYear: '2026/27' },
    student: students.artem,
    campaignUuid: 'd0000000-0000-4000-8000-000000000001',
    groupUuid: null,
    groupTitle: null,
    territory: null,
    format: 'offline',
    paymentScheme: 'StepByStep',
    total: 10_000_00,
    paid: 0,
    debt: 10_000_00,
    payments: [],
    ...own,
  }
}
