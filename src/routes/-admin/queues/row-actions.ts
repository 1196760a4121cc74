import {
  actionTable,
  type ContractAction,
  institutionPaymentKinds,
  isActionInTable,
  mayRoleAct,
} from '#contract/billing/action-table.ts'
import type { ActionTarget } from '#contract/billing/contract-actions.ts'
import type { WorkQueue } from '#contract/enumerations.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import type { Role } from '#contract/roles.ts'

/** What a row of a queue may need, what is pressed most first. */
const actionsOfQueue: Partial<Record<WorkQueue, readonly ContractAction[]>> = {
  'unsigned-unpaid': ['remind', 'note-paper', 'move', 'mark-paid', 'end'],
  'paid-unsigned': ['note-paper'],
  'places-ending': ['remind', 'move', 'mark-paid', 'note-paper', 'end'],
  overdue: ['remind', 'move', 'split', 'mark-paid', 'mark-error', 'cancel'],
  'payment-errors': ['clear-error', 'move', 'split', 'mark-paid', 'cancel'],
}

type Actor = { id: string | null; roles: readonly Role[] }

/** What the table of actions lets this person do with a row. No one acts on an own contract. */
export function rowActions(queue: WorkQueue, item: WorkQueueItem, { id, roles }: Actor): ContractAction[] {
  const { contract, payment, paymentKind, contact, student, awaits } = item
  if (contract === null || id === null || contact?.id === id || student?.id === id) return []
  return (actionsOfQueue[queue] ?? []).filter((action) => {
    // Its customer has signed.
    if (action === 'note-paper' && awaits === 'school') return false
    if (action === 'remind' && paymentKind && institutionPaymentKinds.includes(paymentKind)) return false
    const ofPayment = actionTable[action].of === 'payment'
    if (ofPayment && payment === null) return false
    const state = { contract: contract.status, payment: ofPayment && payment ? payment.status : null }
    return mayRoleAct(action, roles) && isActionInTable(action, state)
  })
}

/** The contract of a row, or its payment, whichever the action is about. */
export function targetOf(action: ContractAction, { contract, payment }: WorkQueueItem): ActionTarget[] {
  if (contract === null) return []
  const paymentUuid = actionTable[action].of === 'payment' && payment ? payment.uuid : null
  return [{ contractUuid: contract.uuid, paymentUuid }]
}
