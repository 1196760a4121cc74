import fc from 'fast-check'
import { type OperationKind, operationKinds, type PaymentStatus, paymentStatuses } from '#contract/enumerations.ts'

/** An attempted operation: payment, direction and sum. */
type Movement = { line: number; kind: OperationKind; amount: number }
export type PaymentHistory = { lines: { amount: number; status: PaymentStatus }[]; movements: Movement[] }

/** Common sums, and sums at which floating-point numbers become inexact. */
const sum = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 900_719_925_474 }))

/** Payment plans with attempted operations, some of which refund more than was received or exceed the open sum. */
export const paymentHistories: fc.Arbitrary<PaymentHistory> = fc
  .array(fc.record({ amount: sum, status: fc.constantFrom(...paymentStatuses) }), { minLength: 1, maxLength: 9 })
  .chain((lines) => fc.record({ lines: fc.constant(lines), movements: fc.array(movementOn(lines), { maxLength: 12 }) }))

function movementOn(lines: PaymentHistory['lines']): fc.Arbitrary<Movement> {
  return fc.integer({ min: 0, max: lines.length - 1 }).chain((line) => {
    const { amount = 1 } = lines[line] ?? {}
    return fc.record({
      line: fc.constant(line),
      kind: fc.constantFrom(...operationKinds),
      amount: fc.oneof(fc.constant(amount), fc.integer({ min: 1, max: amount }), sum),
    })
  })
}

/** Receipts less refunds: the reference for the sums of the database. */
function balanceOf(operations: readonly { kind: OperationKind; amount: number }[]): number {
  const sumOf = (...kinds: OperationKind[]) =>
    operations.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return Number(sumOf('ReceivingDS', 'ReceivingTransferDS') - sumOf('ReturnDS', 'ReturnTransferDS'))
}

/** The valid operations of a history: refunds are covered by receipts, and no receipt exceeds the open sum. */
export function acceptedOf({ lines, movements }: PaymentHistory): { accepted: boolean[]; paid: number[] } {
  const moved: Movement[][] = lines.map(() => [])
  const accepted = movements.map((movement) => {
    const ofLine = moved[movement.line] as Movement[]
    const after = balanceOf([...ofLine, movement])
    const fits = after >= 0 && after <= (lines[movement.line]?.amount ?? 0)
    if (fits) ofLine.push(movement)
    return fits
  })
  return { accepted, paid: moved.map(balanceOf) }
}
