import type { TerminationPreview } from '#contract/billing/termination.ts'
import type { Contract, ContractHistory } from '#contract/enrolment/contracts.ts'
import { contract, payment } from './contract-samples.ts'

export const terminated = {
  uuid: '00000000-0000-4000-8000-000000000021',
  number: '26-М-0021',
  target: '00000000-0000-4000-8000-000000000022',
  hash: 'ab'.repeat(32),
  laterHash: 'cd'.repeat(32),
  today: '2026-11-23',
  later: '2026-11-24',
  account: { recipient: 'Соколова Анна', account: '40817810899910004312', bankCode: '044525225' },
}

const { uuid, number, target, hash, laterHash, today, later } = terminated

/** A paid contract of the signed-in customer. */
export function contractToTerminate(own: Partial<Contract> = {}): Contract {
  return contract({
    uuid,
    number,
    total: 24_000_00,
    paid: 24_000_00,
    debt: 0,
    payments: [payment({ status: 'Closed', dueOn: '2026-09-05', amount: 24_000_00, paid: 24_000_00 })],
    ...own,
  })
}

export function historyToTerminate(): ContractHistory {
  return {
    events: [],
    waitsFor: null,
    canTerminate: true,
    agreement: null,
    signatures: [],
    courseUuid: null,
    documents: [],
  }
}

/** The sums by the last day and the destination; `bank` of them were not paid online. */
export function terminationPreview(
  { lastDay = today, moveTo = null as string | null, bank = 0 } = {},
  own: Partial<TerminationPreview> = {},
): TerminationPreview {
  const isLater = lastDay === later
  const given = isLater ? 12_000_00 : 9_000_00
  const toReturn = 24_000_00 - given
  const moved = moveTo === null ? 0 : 3_000_00
  return {
    obstacle: null,
    number,
    course: 'Математика',
    student: 'Артём',
    lastDay,
    earliest: today,
    latest: '2027-05-25',
    lessons: { held: isLater ? 16 : 12, planned: 32 },
    price: 24_000_00,
    paid: 24_000_00,
    given,
    toReturn,
    due: 0,
    online: toReturn - moved - bank,
    bank,
    moved,
    targets: [{ contractUuid: target, number: '26-М-0022', course: 'Физика', left: 3_000_00 }],
    hash: isLater ? laterHash : hash,
    ...own,
  }
}
