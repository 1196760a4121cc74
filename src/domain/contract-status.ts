import type { Contract } from '#contract/enrolment/contracts.ts'
import type { DisplayedContractStatus } from '#contract/enumerations.ts'
import { lookUp } from '#src/i18n/labels.ts'
import type { Appearance } from '#src/ui/tone.ts'

export const contractStatusAppearances: Record<DisplayedContractStatus, Appearance> = {
  Open: { tone: 'info', icon: 'contract-neutral' },
  Concluded: { tone: 'success', icon: 'contract-success' },
  Frozen: { tone: 'neutral', icon: 'contract-neutral' },
  OnTermination: { tone: 'neutral', icon: 'contract-neutral' },
  Termination: { tone: 'neutral', icon: 'contract-decline' },
  NotPaid: { tone: 'neutral', icon: 'contract-decline' },
  Finished: { tone: 'neutral', icon: 'contract-neutral' },
}

/** Appearance of a status; the server may send one that this release does not know. */
export function contractStatusAppearance(status: string): Appearance {
  return lookUp(contractStatusAppearances, status, { tone: 'neutral', icon: 'contract-neutral' })
}

type DatedContract = Pick<Contract, 'status' | 'debt'> & { program: Pick<Contract['program'], 'schoolYear'> }

/** A concluded contract of a past school year is finished once it is paid. */
export function displayedStatusOf(contract: DatedContract, today: string): DisplayedContractStatus {
  return contract.status === 'Concluded' && isPaidAndOver(contract, today) ? 'Finished' : contract.status
}

export function isPaidAndOver(contract: DatedContract, today: string): boolean {
  return contract.debt === 0 && schoolYearEndOf(contract) < today
}

/** The last day of the school year (`2026/2027`); the far future for another format. */
function schoolYearEndOf({ program: { schoolYear } }: DatedContract): string {
  const [, begins] = /^(\d{4})\//.exec(schoolYear) ?? []
  return begins === undefined ? '9999-12-31' : `${Number(begins) + 1}-08-31`
}
