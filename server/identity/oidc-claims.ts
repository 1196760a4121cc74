import { emailLength } from '#contract/limits.ts'
import { cleanName } from '#contract/person-name.ts'
import { email } from '#contract/profile.ts'
import { refuse } from '#server/refusal.ts'
import { isStorable, storableText } from '#server/storable.ts'

export type Claims = Readonly<Record<string, unknown>>

export type DescribedPerson = {
  /** What the provider's people know the account by. */
  login: string | null
  firstName: string
  lastName: string
  patronym: string | null
  email: string | null
}

/** OpenID Connect Core, 2 */
const subjectLength = 255

/** Whom the provider means. Nothing of it may be mended: it would be another person. */
export function subjectOf({ sub }: Claims): string {
  if (typeof sub !== 'string' || sub === '' || sub.length > subjectLength || !isStorable(sub)) {
    refuse('sign-in-attempt-refused', 'The identity provider names nobody that could be known again')
  }
  return sub
}

export function hasName(claims: Claims): boolean {
  return nameOf(claims.given_name) !== null || nameOf(claims.name) !== null
}

/** What of the rest cannot be kept or shown is left out: it keeps nobody from signing in. A provider that tells only the whole name tells it in the order in which it is spoken. */
export function personOf(claims: Claims): DescribedPerson {
  const [first = '', ...rest] = (nameOf(claims.name) ?? '').split(' ')
  return {
    login: textOf(claims.preferred_username) ?? textOf(claims.email) ?? textOf(claims.name),
    firstName: nameOf(claims.given_name) ?? cleanName(first),
    lastName: nameOf(claims.family_name) ?? cleanName(rest.join(' ')),
    patronym: nameOf(claims.middle_name),
    email: emailOf(claims.email),
  }
}

function nameOf(claim: unknown): string | null {
  return typeof claim === 'string' ? cleanName(claim) || null : null
}

function emailOf(claim: unknown): string | null {
  return email.safeParse(textOf(claim)).data ?? null
}

function textOf(claim: unknown): string | null {
  const text = typeof claim === 'string' ? storableText(claim).trim() : ''
  return storableText(text.slice(0, emailLength)) || null
}
