import type { ContractStatus } from '#contract/enumerations.ts'
import type { IconName } from '#src/ui/icon.tsx'
import type { Tone } from '#src/ui/tone.ts'

type Look = { tone: Tone; icon: IconName }

export const contractStatusLooks: Record<ContractStatus, Look> = {
  Open: { tone: 'info', icon: 'contract-neutral' },
  Concluded: { tone: 'success', icon: 'contract-success' },
  Frozen: { tone: 'purple', icon: 'contract-neutral' },
  OnTermination: { tone: 'warning', icon: 'contract-neutral' },
  Termination: { tone: 'neutral', icon: 'contract-decline' },
  NotPaid: { tone: 'error', icon: 'contract-decline' },
}

/** Of a status that nobody knows. */
export const plainLook: Look = { tone: 'neutral', icon: 'contract-neutral' }
