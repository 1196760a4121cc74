import { type PaymentProviderName, paymentProviders } from '#server/db/schema/checkouts.ts'

/**
 * Ids of `operations`. Each kind is written by one function; the pattern below it reads the number of the bank or of the
 * payment service back.
 */

/** In characters. */
const maxIdLength = 100

/** In characters, with room for the number of a part. */
const maxWholeIdLength = 96

const day = String.raw`\d{4}-\d\d-\d\d`

type BankDocument = { day: string; number: string; kopecks: number }

/** A document of an account statement. A bank writes no id: this one stays the same in every statement that has it. */
export function statementOperationId({ day, number, kopecks, payer }: BankDocument & { payer: string }): string {
  return ['1C', day, number, kopecks, payer].join('/').slice(0, maxIdLength)
}

const statementForm = String.raw`1C/${day}/(.+)/\d+/(?:\d{10,20})?`

/** A line of a registry of a bank. */
export function registryOperationId({ day, number, kopecks }: BankDocument): string {
  return ['REG', day, number, kopecks].join('/').slice(0, maxIdLength)
}

/** A sum is at least a rouble; the number of a part is shorter. */
const registryForm = String.raw`REG/${day}/(.+)/\d{3,}`

/** One of several payments that a document pays; the first is 1. */
export function documentPartId(operationId: string, part: number): string {
  return `${operationId.slice(0, maxWholeIdLength)}#${part}`
}

/** An operation of a line of a bank that the staff have booked: the first has the id of the document. */
export function dividedPartId(operationId: string, count: number): string {
  return count === 1 ? operationId : `${operationId}/${count}`
}

const partForm = String.raw`(?:#\d+)?(?:/\d{1,2})?`

/** A payment that the staff have entered, by the key of its document, «2026-11-20/45». */
export function outsideOperationId(documentKey: string, entryId: string): string {
  return `outside/${documentKey}/${entryId}`
}

const outsideForm = String.raw`outside/${day}/(.+)/[\da-f-]+`

/** A payment or a refund of a payment service. */
export function providerOperationId(provider: PaymentProviderName, number: string): string {
  return `${provider}/${number}`
}

const providerForm = `(?:${paymentProviders.join('|')})/(.+)`

const forms = [statementForm + partForm, registryForm + partForm, outsideForm, providerForm].map(
  (form) => new RegExp(`^${form}$`),
)

/** The number by which the payer knows an operation; null for an id that only the school has. */
export function paymentNumberOf(externalId: string): string | null {
  if (!externalId.includes('/')) return externalId
  for (const form of forms) {
    const number = form.exec(externalId)?.[1]
    if (number !== undefined) return number
  }
  return null
}
