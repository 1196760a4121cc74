export type Claims = Readonly<Record<string, unknown>>

export type DescribedPerson = {
  /** What the provider's people know the account by. */
  login: string | null
  firstName: string
  lastName: string
  patronym: string | null
  email: string | null
}

export function hasName(claims: Claims): boolean {
  return textOf(claims.given_name) !== null || textOf(claims.name) !== null
}

/** A provider that tells only the whole name tells it in the order in which it is spoken. */
export function personOf(claims: Claims): DescribedPerson {
  const [first = '', ...rest] = (textOf(claims.name) ?? '').split(/\s+/)
  return {
    login: textOf(claims.preferred_username) ?? textOf(claims.email) ?? textOf(claims.name),
    firstName: textOf(claims.given_name) ?? first,
    lastName: textOf(claims.family_name) ?? rest.join(' '),
    patronym: textOf(claims.middle_name),
    email: textOf(claims.email),
  }
}

/** By what the provider knew the person (RFC 8176), where it tells. */
export function methodsOf({ amr }: Claims): string[] {
  return Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : []
}

function textOf(claim: unknown): string | null {
  const text = typeof claim === 'string' ? claim.replaceAll('\0', '').trim() : ''
  return text === '' ? null : text.slice(0, 254)
}
