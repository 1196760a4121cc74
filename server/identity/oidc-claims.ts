import { emailLength } from '#contract/limits.ts'
import { cleanName } from '#contract/person-name.ts'
import { email, phone } from '#contract/profile.ts'
import { refuse } from '#server/refusal.ts'
import { storableText } from '#server/storable.ts'

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
  const hasName = nameOf(claims.given_name) !== null || nameOf(claims.name) !== null
  return hasName && claims.email !== undefined && claims.email_verified !== undefined
}

/**
 * What of it cannot be kept or shown is left out: it keeps nobody from signing in. A provider that tells only the whole
 * name tells it in the order in which it is spoken. Later sources are the better ones.
 */
export function personOf(...sources: readonly Claims[]): DescribedPerson {
  const claims: Claims = Object.assign({}, ...sources)
  const [first = '', ...rest] = (nameOf(claims.name) ?? '').split(' ')
  return {
    login: textOf(claims.preferred_username) ?? textOf(claims.email) ?? textOf(claims.name),
    firstName: nameOf(claims.given_name) ?? cleanName(first),
    lastName: nameOf(claims.family_name) ?? cleanName(rest.join(' ')),
    patronym: nameOf(claims.middle_name),
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

/** OpenID Connect Core, 2: what names somebody for good is neither cut nor mended, it would be another person. */
export function subjectOf({ sub }: Claims): string {
  if (typeof sub === 'string' && /^[\x20-\x7e]{1,255}$/.test(sub)) return sub
  return refuse('sign-in-attempt-refused', 'The identity provider names nobody that could be known again')
}

/** By what the provider knew the person (RFC 8176), where it tells. */
export function methodsOf({ amr }: Claims): string[] {
  return Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : []
}

/** For how many seconds before the ID token was made the person had been signed in at the provider; null where it is not told. */
export function shownFor({ auth_time: shownAt, iat: toldAt }: Claims): number | null {
  return typeof shownAt === 'number' && typeof toldAt === 'number' ? toldAt - shownAt : null
}

function nameOf(claim: unknown): string | null {
  return typeof claim === 'string' ? cleanName(claim) || null : null
}

function textOf(claim: unknown): string | null {
  const text = typeof claim === 'string' ? storableText(claim).trim() : ''
  return storableText(text.slice(0, emailLength)) || null
}
