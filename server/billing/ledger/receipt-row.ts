import type { OperationKind } from '#contract/enumerations.ts'

/** A parsed row of the file (docs/payments-import.md). */
export type ReceiptRow = {
  /** Line in the file, from 1. */
  line: number
  operationId: string
  contract: string
  kind: OperationKind
  /** Kopecks. */
  amount: number
  at: Date
  position: number | null
  payer: string | null
  otherContract: string | null
}

/** The operation on the other side of a transfer. */
export const counterparts: Partial<Record<OperationKind, OperationKind>> = {
  ReceivingTransferDS: 'ReturnTransferDS',
  ReturnTransferDS: 'ReceivingTransferDS',
}

/** A contract whose balance a row changes; a transfer has two sides. */
export type RowSide = {
  number: string
  column: 'contract' | 'other_contract'
  kind: OperationKind
  position: number | null
}

export function rowSides({ contract, otherContract, kind, position }: ReceiptRow): RowSide[] {
  const own: RowSide = { number: contract, column: 'contract', kind, position }
  const counterpart = counterparts[kind]
  if (!otherContract || !counterpart) return [own]
  return [own, { number: otherContract, column: 'other_contract', kind: counterpart, position: null }]
}
