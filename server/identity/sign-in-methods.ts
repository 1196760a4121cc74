import type { AuditAction } from '#contract/audit.ts'

type WayIn = Extract<AuditAction, `sign-in.${string}`>

/** How the embedded provider says in the ID token by what it knew the person: `amr`, after RFC 8176. */
export const methodOf = {
  'sign-in.password': 'pwd',
  'sign-in.linked': 'fed',
  'sign-in.demo': 'demo',
} as const satisfies Partial<Record<WayIn, string>>
export type KnownWay = keyof typeof methodOf

/** What the audit log calls a sign-in. An issuer of one's own may use the same words for something else. */
export function wayIn(methods: readonly string[], { isEmbedded }: { isEmbedded: boolean }): WayIn {
  if (!isEmbedded) return 'sign-in.issuer'
  const known = (Object.keys(methodOf) as KnownWay[]).find((way) => methods.includes(methodOf[way]))
  return known ?? 'sign-in.issuer'
}
