import { encodeQR } from 'qr'
import type { Payee } from '#contract/enrolment/contracts.ts'

/** The content of a payment QR code; `purpose` is added to the number of the contract or of the bill. */
export type PaymentOrder = {
  payee: Payee
  amount: number
  purpose: string
  payerLastName: string
} & ({ contractNumber: string } | { billNumber: string })

/** The maximum that banks read, in bytes (GOST R 56042-2014). */
const limit = 300
/** Enough for the amount of a contract, and for a purpose that names it. */
const maxSumDigits = 12
const shortestPurpose = 64

/**
 * The text of a payment QR code (GOST R 56042-2014) in UTF-8: the required fields first and in order, then optional
 * fields while there is room. The number is never truncated.
 */
export function buildPaymentText(order: PaymentOrder): string {
  const { payee, amount, purpose, payerLastName } = order
  const contract = 'contractNumber' in order ? clean(order.contractNumber) : null
  const fixed = [...required(payee), ['Sum', String(amount)] as const]
  const bare = 'contractNumber' in order ? `Договор ${contract}` : `Счёт ${clean(order.billNumber)}`
  let room = limit - bytesOf(written([...fixed, ['Purpose', bare]]))
  const takeField = (name: string, value: string | null): readonly Field[] => {
    const field: Field = [name, clean(value ?? '')]
    const size = bytesOf(written([field])) - bytesOf(service)
    if (value === null || size > room) return []
    room -= size
    return [field]
  }
  const ofPayee = [...takeField('PayeeINN', payee.taxNumber), ...takeField('KPP', payee.taxReason)]
  const more = cut(clean(`, ${purpose}`), room)
  room -= bytesOf(more)
  const ofPayer = [...takeField('LastName', payerLastName), ...takeField('Contract', contract)]
  return written([...fixed, ['Purpose', bare + more], ...ofPayee, ...ofPayer])
}

/** Bytes left for the purpose beyond the shortest one; negative if no code can be made for this payee. */
export function maxPurposeBytes(payee: Payee): number {
  const fields = [...required(payee), ['Sum', '9'.repeat(maxSumDigits)], ['Purpose', '']] as const
  return limit - shortestPurpose - bytesOf(written(fields))
}

/** The modules of the code by row, true for black, with the quiet zone that readers need. */
export function buildPaymentQrCode(order: PaymentOrder): boolean[][] {
  return buildQrCode(buildPaymentText(order))
}

/** The same of any text. */
export function buildQrCode(text: string): boolean[][] {
  return encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: 4 })
}

type Field = readonly [name: string, value: string]
/** The format, its version and UTF-8. */
const service = 'ST00012'

function required(payee: Payee): Field[] {
  return [
    ['Name', clean(payee.name)],
    ['PersonalAcc', payee.account],
    ['BankName', clean(payee.bank)],
    ['BIC', payee.bankCode],
    ['CorrespAcc', payee.correspondentAccount],
  ]
}

function written(fields: readonly Field[]): string {
  return [service, ...fields.map(([name, value]) => `${name}=${value}`)].join('|')
}

/** On one line, without the field separator. */
function clean(value: string): string {
  return value.replaceAll(/[|\s\p{Cc}]+/gu, ' ').trim()
}

/** As many whole words as fit. */
function cut(text: string, room: number): string {
  const words = text.split(' ')
  while (words.length > 0 && bytesOf(words.join(' ')) > room) words.pop()
  return words.join(' ').replace(/,$/, '')
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}
