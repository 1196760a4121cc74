import type { Contract, Operation } from '#contract/enrolment/contracts.ts'

const oppositeOperation = { ReceivingTransferDS: 'ReturnTransferDS', ReturnTransferDS: 'ReceivingTransferDS' } as const

/**
 * The contract that received or sent a transferred amount: an opposite operation at the same instant. Null if none or
 * several of the user's contracts match.
 */
export function linkedTransferOf(
  { kind, amount, at }: Operation,
  own: Contract,
  contracts: readonly Contract[],
): Contract | null {
  if (kind !== 'ReceivingTransferDS' && kind !== 'ReturnTransferDS') return null
  const others = contracts.filter(
    (contract) =>
      contract.uuid !== own.uuid &&
      contract.payments.some(({ operations }) =>
        operations.some(
          (other) => other.kind === oppositeOperation[kind] && other.amount === amount && other.at === at,
        ),
      ),
  )
  return others.length === 1 ? (others[0] ?? null) : null
}
