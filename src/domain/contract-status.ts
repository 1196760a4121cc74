import type { ContractStatus } from '#contract/enumerations.ts'
import { lookUp } from '#src/i18n/labels.ts'
import type { Appearance } from '#src/ui/tone.ts'

export const contractStatusAppearances: Record<ContractStatus, Appearance> = {
  Open: { tone: 'info', icon: 'contract-neutral' },
  Concluded: { tone: 'success', icon: 'contract-success' },
  Frozen: { tone: 'neutral', icon: 'contract-neutral' },
  OnTermination: { tone: 'warning', icon: 'contract-neutral' },
  Termination: { tone: 'neutral', icon: 'contract-decline' },
  NotPaid: { tone: 'error', icon: 'contract-decline' },
}

/** Appearance of a status; the server may send one that this release does not know. */
export function contractStatusAppearance(status: string): Appearance {
  return lookUp(contractStatusAppearances, status, { tone: 'neutral', icon: 'contract-neutral' })
}
