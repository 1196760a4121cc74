type OneTime = { usedAt: Date | null; revokedAt: Date | null; expiresAt: Date }

/** Whether what works once (the link of an invitation, a pairing code) can still be used, or why not. */
export function oneTimeState({ usedAt, revokedAt, expiresAt }: OneTime, now: Date) {
  if (usedAt) return 'used'
  if (revokedAt) return 'revoked'
  return expiresAt <= now ? 'expired' : 'open'
}
