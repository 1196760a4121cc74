import { type ContractAction, terminationActions } from '#contract/billing/action-table.ts'
import type { ContractCard } from '#contract/billing/contract-actions.ts'

/** What the dialog of actions offers. Terminations are in the card of the customer, with their sums. */
export function offeredActions(actions: ContractCard['actions']): ContractAction[] {
  const others: readonly ContractAction[] = terminationActions
  return actions
    .filter(({ action, obstacle }) => obstacle === null && !others.includes(action))
    .map(({ action }) => action)
}
