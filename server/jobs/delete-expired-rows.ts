import { deleteOldCodeEvents } from '#server/auth/codes/one-time-code-limits.ts'
import { deleteOldAttempts } from '#server/auth/oidc/attempts.ts'
import { deleteExpiredLogoutTokens } from '#server/auth/provider-session/backchannel-logout.ts'
import { deleteExpiredLogoutLinks } from '#server/auth/sign-in/sign-out.ts'
import type { Database } from '#server/db/client.ts'
import { deleteExpiredPayloads } from '#server/idp/protocol/oidc-adapter.ts'
import { deleteOldRecoveries } from '#server/idp/recovery/recovery-limits.ts'
import { discardForgottenFiles } from '#server/integration/import-runs/import-runs.ts'
import { deleteExpiredServiceTokens } from '#server/integration/service-accounts/access-tokens.ts'
import { deleteOldKeys } from '#server/plugins/idempotency.ts'

/** Deletes rows that their readers take for expired already. */
export async function deleteExpiredRows(database: Database, now: Date): Promise<void> {
  const sweeps = [
    deleteOldKeys,
    deleteOldAttempts,
    deleteOldCodeEvents,
    deleteExpiredLogoutLinks,
    deleteExpiredLogoutTokens,
    deleteExpiredServiceTokens,
    deleteExpiredPayloads,
    deleteOldRecoveries,
    discardForgottenFiles,
  ]
  for (const sweep of sweeps) await sweep(database, now)
}
