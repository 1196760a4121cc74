import punycode from 'punycode.js'
import { emailLength } from '#contract/limits.ts'

/** Phones and emails as they are typed, stored and shown. Without zod: the browser may import it. */

/** Why a text is not a phone number. */
export type PhoneFault = 'not-a-phone' | 'plus-eight' | 'not-ten-digits' | 'no-country-code'

/**
 * E.164: a country code and 8 to 15 digits in all. Russia and Kazakhstan have ten digits after +7; of the codes that begin
 * with 8 only some are assigned, so that `+8 900 …` is none.
 */
export const phonePattern =
  /^\+(?:[1-69]\d{7,14}|7(?:[0-79]\d|8[0-8])\d{8}|8[1246]\d{6,13}|8(?:5[02356]|70|8[0-368]|0[08])\d{5,12})$/

const separators = /[\s\p{Default_Ignorable_Code_Point}().\p{Pd}\u2212]/gu

/**
 * A number in E.164, or why the text is none. Domestic notations of Russia (8, 7 or no prefix) become +7 and ten digits;
 * numbers of other countries begin with a plus.
 */
export function parsePhone(text: string): { phone: string } | { fault: PhoneFault } {
  const typed = text.normalize('NFKC').replaceAll(separators, '')
  const [, plus, digits = ''] = /^(\+?)(\d+)$/.exec(typed) ?? []
  if (digits === '') return { fault: 'not-a-phone' }
  const number = `+${plus ? digits : withCountryCode(digits)}`
  if (phonePattern.test(number)) return { phone: number }
  if (plus && digits.startsWith('8')) return { fault: 'plus-eight' }
  if (digits.length < 8 || /^[78]\d{10}$/.test(digits)) return { fault: 'not-a-phone' }
  if (/^[78]/.test(digits)) return { fault: 'not-ten-digits' }
  return { fault: plus ? 'not-a-phone' : 'no-country-code' }
}

/** Empty for a number that is not in a Russian notation. No code of Russia begins with 89. */
function withCountryCode(digits: string): string {
  if (/^[78]\d{10}$/.test(digits)) return `7${digits.slice(1)}`
  return /^(?:[349]\d|8[0-8])\d{8}$/.test(digits) ? `7${digits}` : ''
}

/** A local part in ASCII and a domain in any script; `canonicalEmail` checks the domain. */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[A-Za-z\d-]+)$/u

/**
 * The one notation of an address that is stored and shown: the domain in lower case and in its own script («почта@школа.рф»
 * also if it was written in Punycode). Null if it is no address.
 */
export function canonicalEmail(text: string): string | null {
  const typed = text.trim()
  if (!emailPattern.test(typed)) return null
  const at = typed.lastIndexOf('@')
  const domain = asciiDomain(typed.slice(at + 1))
  if (domain === null || at + 1 + domain.length > emailLength) return null
  return `${typed.slice(0, at)}@${punycode.toUnicode(domain)}`
}

/** Browsers and Node.js map and check domains in the same way (UTS 46) when they parse an address. */
function asciiDomain(domain: string): string | null {
  const address = `http://${domain}`
  const hostname = URL.canParse(address) ? new URL(address).hostname : ''
  return /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z](?:[a-z\d-]{0,61}[a-z\d])$/.test(hostname) ? hostname : null
}
