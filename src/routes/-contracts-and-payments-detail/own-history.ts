import { contractHistoryQuery } from '#src/api/contracts.ts'

/** The contract is whole without its history: a part that cannot be had says so by itself (D-39). */
export function ownHistory(contractId: string) {
  return { ...contractHistoryQuery(contractId), meta: { optional: true } as const }
}
