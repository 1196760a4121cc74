/** Parts of an id of `operations` before and behind the number of the bank or of the payment service. */
const framesOf: Record<string, { before: number; behind: number }> = {
  // An account statement: day, number, sum, account of the payer.
  '1C': { before: 2, behind: 2 },
  // A registry of a bank: day, number, sum.
  REG: { before: 2, behind: 1 },
  // A payment that the staff has entered: day, number of the document, id of the entry.
  outside: { before: 2, behind: 1 },
  yookassa: { before: 1, behind: 0 },
}

/** The number by which the payer knows an operation; null for an id that only the school has. */
export function paymentNumberOf(externalId: string): string | null {
  // One document may pay several payments.
  const parts = externalId.replace(/#\d+$/, '').split('/')
  if (parts.length === 1) return externalId
  const frame = framesOf[parts[0] ?? '']
  return frame ? parts.slice(frame.before, parts.length - frame.behind).join('/') || null : null
}
