import type { PaymentProviderName } from '#server/db/schema/checkouts.ts'

const day = String.raw`\d{4}-\d\d-\d\d`

/** One document may pay several payments, and the staff may divide a line of a bank between contracts. */
const part = String.raw`(?:#\d+)?(?:/\d{1,2})?`

/** Ids of `operations` by what is before the first slash; the group is the number of the bank or of the payment service. */
const formsOf = {
  // An account statement: day, number, kopecks, account or tax number of the payer.
  '1C': new RegExp(String.raw`^1C/${day}/(.+)/\d+/(?:\d{10,20})?${part}$`),
  // A registry of a bank: day, number, kopecks. A sum is at least a rouble, the number of a part is shorter.
  REG: new RegExp(String.raw`^REG/${day}/(.+)/\d{3,}${part}$`),
  // A payment that the staff has entered: day, number of the document, id of the entry.
  outside: new RegExp(String.raw`^outside/${day}/(.+)/[\da-f-]+$`),
  yookassa: /^yookassa\/(.+)$/,
} satisfies Record<PaymentProviderName | '1C' | 'REG' | 'outside', RegExp>

/** The number by which the payer knows an operation; null for an id that only the school has. */
export function paymentNumberOf(externalId: string): string | null {
  if (!externalId.includes('/')) return externalId
  for (const form of Object.values(formsOf)) {
    const number = form.exec(externalId)?.[1]
    if (number !== undefined) return number
  }
  return null
}
