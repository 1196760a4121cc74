import type { AuditAction } from '#contract/audit.ts'

type WayIn = Extract<AuditAction, `sign-in.${string}`>

/** `amr` values (RFC 8176) that the embedded provider sends. */
export const amrValues = {
  'sign-in.password': 'pwd',
  'sign-in.linked': 'fed',
  'sign-in.demo': 'demo',
} as const satisfies Partial<Record<WayIn, string>>
export type EmbeddedSignInMethod = keyof typeof amrValues

/**
 * Audit action of a sign-in. `amr` of external issuers is not used, because the same values may have another meaning.
 */
export function signInAuditAction(methods: readonly string[], { isEmbedded }: { isEmbedded: boolean }): WayIn {
  if (!isEmbedded) return 'sign-in.issuer'
  const known = (Object.keys(amrValues) as EmbeddedSignInMethod[]).find((way) => methods.includes(amrValues[way]))
  return known ?? 'sign-in.issuer'
}
