import { encodeQR } from 'qr'
import type { Payee } from '#contract/contracts.ts'

/** What is paid by a code: `purpose` is what is said of the payment besides the contract’s number. */
export type Order = { payee: Payee; amount: number; contractNumber: string; purpose: string; payerLastName: string }

/** Banks read no more (GOST R 56042-2014). */
const limit = 300
/** Enough for the sum of a contract, and for a purpose that names it. */
const longestSum = 12
const shortestPurpose = 64

/**
 * The text of a payment code (GOST R 56042-2014): UTF-8, the required fields first and in their order, then as many of
 * the others as there is room for. What identifies the payment comes before what is comfortable: the number of the
 * contract is never cut.
 */
export function paymentText({ payee, amount, contractNumber, purpose, payerLastName }: Order): string {
  const number = clean(contractNumber)
  const fixed = [...required(payee), ['Sum', String(amount)] as const]
  const bare = `Договор ${number}`
  let room = limit - bytesOf(written([...fixed, ['Purpose', bare]]))
  const spend = (name: string, value: string | null): readonly Field[] => {
    const field: Field = [name, clean(value ?? '')]
    const size = bytesOf(written([field])) - bytesOf(service)
    if (value === null || size > room) return []
    room -= size
    return [field]
  }
  const ofPayee = [...spend('PayeeINN', payee.taxNumber), ...spend('KPP', payee.taxReason)]
  const more = cut(clean(`, ${purpose}`), room)
  room -= bytesOf(more)
  const ofPayer = [...spend('LastName', payerLastName), ...spend('Contract', number)]
  return written([...fixed, ['Purpose', bare + more], ...ofPayee, ...ofPayer])
}

/** Bytes that this payee leaves for a purpose, beyond the shortest; negative where a code cannot be made. */
export function roomForPurpose(payee: Payee): number {
  const fields = [...required(payee), ['Sum', '9'.repeat(longestSum)], ['Purpose', '']] as const
  return limit - shortestPurpose - bytesOf(written(fields))
}

/** The code as rows of squares, true where one is black, with the white margin that readers need. */
export function paymentCode(order: Order): boolean[][] {
  return encodeQR(paymentText(order), 'raw', { ecc: 'medium', encoding: 'byte', border: 4 })
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

/** On one line, and free of what separates the fields. */
function clean(value: string): string {
  return value.replaceAll(/[|\s\p{Cc}]+/gu, ' ').trim()
}

/** As many whole words of a text as fit. */
function cut(text: string, room: number): string {
  const words = text.split(' ')
  while (words.length > 0 && bytesOf(words.join(' ')) > room) words.pop()
  return words.join(' ').replace(/,$/, '')
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}
