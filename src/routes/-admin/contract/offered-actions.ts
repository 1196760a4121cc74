import { type ContractAction, terminationActions } from '#contract/billing/action-table.ts'
import type { ContractCard } from '#contract/billing/contract-actions.ts'
import { terminationDialogs } from '#src/routes/-admin/payments/termination-dialog-names.ts'

/** What the dialog of actions offers. Terminations have dialogs of their own, with their sums. */
export function offeredActions(actions: ContractCard['actions']): ContractAction[] {
  const others: readonly ContractAction[] = terminationActions
  return actions
    .filter(({ action, obstacle }) => obstacle === null && !others.includes(action))
    .map(({ action }) => action)
}

export function paymentActionsOf(
  { contract, paymentActions }: ContractCard,
  paymentUuid: string,
): ContractCard['actions'] {
  return paymentActions[contract.payments.findIndex(({ uuid }) => uuid === paymentUuid)] ?? []
}

/** Steps of a termination that are possible now, with the dialog that makes them. */
export function terminationSteps(actions: ContractCard['actions']) {
  return terminationActions
    .filter((step) => actions.some(({ action, obstacle }) => action === step && obstacle === null))
    .map((action) => ({ action, dialog: terminationDialogs[action] }))
}
