import type { OperationKind } from '#contract/enumerations.ts'
import type { ContractAccount } from './ledger.ts'
import { isSamePayer, matchPayer, type PossiblePayer } from './match-payer.ts'
import { type ReceiptRow, rowSides } from './receipt-row.ts'

/** A stored operation with the same external id as a row. */
export type StoredOperation = {
  contractId: string
  position: number
  kind: OperationKind
  amount: number
  at: Date
  payerId: string | null
  payerName: string | null
}

/**
 * Whether the stored operations match the row. Their distribution over payments matters only if the row names a
 * payment.
 */
export function isSameOperation(
  row: ReceiptRow,
  stored: readonly StoredOperation[],
  accounts: ReadonlyMap<string, ContractAccount>,
): boolean {
  const sides = rowSides(row).map(({ number, kind, position }) => ({ account: accounts.get(number), kind, position }))
  const isOfSide = stored.map(({ contractId, kind }) =>
    sides.findIndex((side) => side.account?.id === contractId && side.kind === kind),
  )
  if (isOfSide.includes(-1)) return false
  return sides.every(({ position }, index) => {
    const own = stored.filter((_, at) => isOfSide[at] === index)
    const total = own.reduce((sum, { amount }) => sum + amount, 0)
    return (
      total === row.amount &&
      own.every(
        (operation) =>
          operation.at.getTime() === row.at.getTime() &&
          (position === null || operation.position === position) &&
          isPaidBy(operation, row.payer, sides[index]?.account?.people ?? []),
      )
    )
  })
}

/**
 * Compares with the spelling that was booked: people change their names. The name that the booked person has today is the
 * same payer too: the bank learns the new name later. An operation without a spelling is
 * identified by the other values.
 */
function isPaidBy(
  { payerId, payerName }: StoredOperation,
  payer: string | null,
  people: readonly PossiblePayer[],
): boolean {
  if (payerName === null || payer === null)
    return (payerName ?? payerId) === payer || (payerId !== null && payer !== null)
  if (isSamePayer(payerName, payer)) return true
  const match = matchPayer(payer, people)
  return match.kind === 'one' && match.id === payerId
}
