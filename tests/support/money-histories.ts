import fc from 'fast-check'
import { type OperationKind, operationKinds, type PaymentStatus, paymentStatuses } from '#contract/enumerations.ts'

/** Money that somebody tries to move: of which line, which way, how much. */
export type Movement = { line: number; kind: OperationKind; amount: number }
export type MoneyHistory = { lines: { amount: number; status: PaymentStatus }[]; movements: Movement[] }

/** Sums at which floats would already err beside those that people know. */
const sum = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 900_719_925_474 }))

/** Plans, and what is tried on them: some of it takes back more than came in, or brings more than is owed. */
export const moneyHistories: fc.Arbitrary<MoneyHistory> = fc
  .array(fc.record({ amount: sum, status: fc.constantFrom(...paymentStatuses) }), { minLength: 1, maxLength: 9 })
  .chain((lines) => fc.record({ lines: fc.constant(lines), movements: fc.array(movementOn(lines), { maxLength: 12 }) }))

function movementOn(lines: MoneyHistory['lines']): fc.Arbitrary<Movement> {
  return fc.integer({ min: 0, max: lines.length - 1 }).chain((line) => {
    const { amount = 1 } = lines[line] ?? {}
    return fc.record({
      line: fc.constant(line),
      kind: fc.constantFrom(...operationKinds),
      amount: fc.oneof(fc.constant(amount), fc.integer({ min: 1, max: amount }), sum),
    })
  })
}

/** Receipts less returns, by hand: what the database counts is judged by it. */
export function balanceOf(operations: readonly { kind: OperationKind; amount: number }[]): number {
  const sumOf = (...kinds: OperationKind[]) =>
    operations.filter(({ kind }) => kinds.includes(kind)).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  return Number(sumOf('ReceivingDS', 'ReceivingTransferDS') - sumOf('ReturnDS', 'ReturnTransferDS'))
}

/** What of a history can be: money goes back only once it is there, and nothing comes beyond what is owed. */
export function acceptedOf({ lines, movements }: MoneyHistory): { accepted: boolean[]; paid: number[] } {
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
