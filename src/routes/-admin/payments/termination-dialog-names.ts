import type { AdminPanelSearch } from '#contract/screen-search.ts'

export type TerminationDialog = 'terminate' | 'withdraw-termination' | 'settle-termination'

/** Whether the open dialog is a step of a termination, which is made from the card of the contract or of its customer. */
export function isTerminationDialog(dialog: AdminPanelSearch['dialog']): dialog is TerminationDialog {
  return dialog === 'terminate' || dialog === 'withdraw-termination' || dialog === 'settle-termination'
}
