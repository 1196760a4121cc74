import { emailLength, nameLength } from '#contract/limits.ts'
import { email, phone } from '#contract/profile.ts'

export type Claims = Readonly<Record<string, unknown>>

export type DescribedPerson = {
  /** What the provider's people know the account by. */
  login: string | null
  firstName: string
  lastName: string
  patronym: string | null
  /** Null unless the provider says that it has verified it. */
  email: string | null
  phone: string | null
}

/** Whether nobody needs to be asked for more: an ID token may be all that a provider tells, or next to nothing. */
export function tellsOfPerson(claims: Claims): boolean {
  const hasName = textOf(claims.given_name) !== null || textOf(claims.name) !== null
  return hasName && claims.email !== undefined && claims.email_verified !== undefined
}

/** A provider that tells only the whole name tells it in the order in which it is spoken. Later sources are the better ones. */
export function personOf(...sources: readonly Claims[]): DescribedPerson {
  const claims: Claims = Object.assign({}, ...sources)
  const [first = '', ...rest] = (textOf(claims.name, 2 * nameLength) ?? '').split(/\s+/)
  return {
    login: textOf(claims.preferred_username) ?? textOf(claims.email) ?? textOf(claims.name),
    firstName: textOf(claims.given_name, nameLength) ?? first.slice(0, nameLength),
    lastName: textOf(claims.family_name, nameLength) ?? rest.join(' ').slice(0, nameLength),
    patronym: textOf(claims.middle_name, nameLength),
    email: verified(sources, 'email', (text) => email.safeParse(text).data),
    phone: verified(sources, 'phone_number', (text) => phone.safeParse(text.replaceAll(/[\s()-]/g, '')).data),
  }
}

/** Of the source that vouches for it: one may tell an address, and another that some address is verified. Some write «true». */
function verified(sources: readonly Claims[], name: string, read: (text: string) => string | undefined): string | null {
  const source = sources.findLast((claims) => claims[name] !== undefined && isTrue(claims[`${name}_verified`]))
  const text = textOf(source?.[name])
  return text === null ? null : (read(text) ?? null)
}

function isTrue(claim: unknown): boolean {
  return claim === true || claim === 'true'
}

/** OpenID Connect Core, 2: what names somebody for good is neither cut nor mended. */
export function subjectOf({ sub }: Claims): string {
  if (typeof sub === 'string' && /^[\x20-\x7e]{1,255}$/.test(sub)) return sub
  throw new Error('the subject is not of 1 to 255 ASCII characters')
}

function textOf(claim: unknown, longest = emailLength): string | null {
  const text = typeof claim === 'string' ? claim.replaceAll('\0', '').trim().slice(0, longest).toWellFormed() : ''
  return text === '' ? null : text
}
