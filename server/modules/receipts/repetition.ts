import type { OperationKind } from '#contract/enumerations.ts'
import type { Account } from './ledger.ts'
import { payerOf } from './payer.ts'
import { type Row, sidesOf } from './row.ts'

/** An operation that is there under the id of a row. */
export type StoredOperation = {
  contractId: string
  position: number
  kind: OperationKind
  amount: number
  at: Date
  payerId: string | null
  payerName: string | null
}

/** Whether what was booked under a row’s id is what the row says; over which lines it went is the row’s to say or to leave. */
export function isSame(row: Row, stored: readonly StoredOperation[], accounts: ReadonlyMap<string, Account>): boolean {
  const sides = sidesOf(row).map(({ number, kind, position }) => ({ account: accounts.get(number), kind, position }))
  const isOfSide = stored.map(({ contractId, kind }) =>
    sides.findIndex((side) => side.account?.id === contractId && side.kind === kind),
  )
  if (isOfSide.includes(-1)) return false
  return sides.every(({ account, position }, index) => {
    const own = stored.filter((_, at) => isOfSide[at] === index)
    const total = own.reduce((sum, { amount }) => sum + amount, 0)
    return (
      total === row.amount &&
      own.every(
        (operation) =>
          operation.at.getTime() === row.at.getTime() &&
          (position === null || operation.position === position) &&
          isPaidBy(operation, row.payer, account),
      )
    )
  })
}

/** Whom the name means may have become known since. */
function isPaidBy(
  { payerId, payerName }: StoredOperation,
  payer: string | null,
  account: Account | undefined,
): boolean {
  if (payerId === null) return payerName === payer
  return payer !== null && payerOf(payer, account?.people ?? []) === payerId
}
