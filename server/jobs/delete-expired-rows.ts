import { deleteOldCodeEvents } from '#server/auth/codes/one-time-code-limits.ts'
import { deleteOldCredentialChanges } from '#server/auth/credentials/credential-changes.ts'
import { deleteOldDevices } from '#server/auth/devices/known-devices.ts'
import { deleteOldAttempts } from '#server/auth/oidc/attempts.ts'
import { deleteOldUnmappedRoles } from '#server/auth/oidc/unmapped-roles.ts'
import { deleteExpiredLogoutTokens } from '#server/auth/provider-session/backchannel-logout.ts'
import { deleteExpiredLogoutLinks } from '#server/auth/sign-in/sign-out.ts'
import { forgetStoppedCards } from '#server/billing/autopay/stop-autopay.ts'
import type { Database } from '#server/db/client.ts'
import { deleteExpiredPayloads } from '#server/idp/protocol/oidc-adapter.ts'
import { deleteOldRecoveries } from '#server/idp/recovery/recovery-limits.ts'
import { deleteOldChanges } from '#server/integration/api/old-changes.ts'
import { deleteExpiredServiceTokens } from '#server/integration/service-accounts/access-tokens.ts'
import { deleteOldKeys } from '#server/plugins/idempotency.ts'

/** Deletes rows that their readers take for expired already. */
export async function deleteExpiredRows(database: Database, now: Date): Promise<void> {
  const sweeps = [
    deleteOldKeys,
    deleteOldAttempts,
    deleteOldCodeEvents,
    deleteOldCredentialChanges,
    deleteOldDevices,
    deleteOldUnmappedRoles,
    deleteExpiredLogoutLinks,
    deleteExpiredLogoutTokens,
    deleteExpiredServiceTokens,
    deleteExpiredPayloads,
    deleteOldRecoveries,
    deleteOldChanges,
    forgetStoppedCards,
  ]
  for (const sweep of sweeps) await sweep(database, now)
}
