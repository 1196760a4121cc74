import type { terminationActions } from '#contract/billing/action-table.ts'
import type { AdminPanelSearch } from '#contract/screen-search.ts'

/** The dialogs of the steps of a termination. */
export const terminationDialogs = {
  'start-termination': 'terminate',
  'withdraw-termination': 'withdraw-termination',
  'settle-termination': 'settle-termination',
} as const satisfies Record<(typeof terminationActions)[number], AdminPanelSearch['dialog']>

export type TerminationDialog = (typeof terminationDialogs)[keyof typeof terminationDialogs]

/** Whether the open dialog is a step of a termination, which is made from the card of the contract or of its customer. */
export function isTerminationDialog(dialog: AdminPanelSearch['dialog']): dialog is TerminationDialog {
  return Object.values(terminationDialogs).some((own) => own === dialog)
}
