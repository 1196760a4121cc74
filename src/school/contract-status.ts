import type { ContractStatus } from '#contract/enumerations.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import type { Look } from '#src/ui/tone.ts'

export const contractStatusLooks: Record<ContractStatus, Look> = {
  Open: { tone: 'info', icon: 'contract-neutral' },
  Concluded: { tone: 'success', icon: 'contract-success' },
  Frozen: { tone: 'purple', icon: 'contract-neutral' },
  OnTermination: { tone: 'warning', icon: 'contract-neutral' },
  Termination: { tone: 'neutral', icon: 'contract-decline' },
  NotPaid: { tone: 'error', icon: 'contract-decline' },
}

/** Of a status as the server says it, which may be one that nobody here knows. */
export function contractStatusLook(status: string): Look {
  return known(contractStatusLooks, status, { tone: 'neutral', icon: 'contract-neutral' })
}
