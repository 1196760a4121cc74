import {
  createServiceAccount as createCall,
  listServiceAccounts as listCall,
  renewServiceAccountSecret as renewCall,
  revokeServiceAccount as revokeCall,
  type ServiceAccountRow,
} from '#contract/integration/integrations.ts'
import type { App, Session } from '#server/app-types.ts'
import { addDays, zonedInstant } from '#server/calendar-days.ts'
import { throwInvalidValue, throwProblem } from '#server/http-error.ts'
import { ownSource } from '#server/integration/format.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { isGranted, isScope } from './scopes.ts'
import { createServiceAccount, listServiceAccounts, renewSecret, revokeServiceAccount } from './service-accounts.ts'

/** Service accounts in the admin panel: the functions of `npm run service-account`. */
export async function serviceAccountRoutes(app: App): Promise<void> {
  const { database, clock, env } = app

  registerCall(app, listCall, async ({ session }) => {
    const now = clock()
    const accounts = await listServiceAccounts(database)
    return {
      items: accounts.map(({ createdAt, expiresAt, lastUsedAt, revokedAt, ...account }) => ({
        ...account,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
        revokedAt: revokedAt?.toISOString() ?? null,
        state: stateOf({ expiresAt, revokedAt }, now),
        canRenewSecret: revokedAt === null && mayHoldSecret(session, account.scopes),
      })),
      canGrantRoles: isChief(session),
    }
  })

  registerCall(app, createCall, async ({ session, body: { name, source, scopes, expiresOn } }) => {
    const now = clock()
    const wrong = scopes.find((scope) => !isScope(scope))
    if (wrong !== undefined) throwInvalidValue('scopes', 'unknown', 'Not a scope of docs/integration-api.md')
    if (!mayHoldSecret(session, scopes)) throwProblem('role-missing', 'Only a super administrator grants roles:write')
    if (source === ownSource) throwInvalidValue('source', 'taken', 'The source of this product')
    const expiresAt = expiresOn === null ? null : zonedInstant(addDays(expiresOn, 1), '00:00', env.TIME_ZONE)
    if (expiresAt && expiresAt <= now) throwInvalidValue('expiresOn', 'past', 'The day is over')
    const account = { name, source: source || name, scopes, expiresAt }
    const credentials = await createServiceAccount(database, account, now)
    return credentials ?? throwInvalidValue('name', 'taken', 'There is an account of this name')
  })

  registerCall(app, renewCall, async ({ session, params: { id } }) => {
    const accounts = await listServiceAccounts(database)
    const account = accounts.find((one) => one.id === id)
    if (!account) throwProblem('not-found', 'No such service account')
    if (!mayHoldSecret(session, account.scopes)) throwProblem('role-missing', 'The account may write roles')
    const credentials = await renewSecret(database, { id }, clock())
    return credentials ?? throwProblem('state-conflict', 'The service account is revoked')
  })

  registerCall(app, revokeCall, async ({ params: { id } }) => {
    if (await revokeServiceAccount(database, { id }, clock())) return undefined
    const isKnown = (await listServiceAccounts(database)).some((account) => account.id === id)
    return throwProblem(isKnown ? 'state-conflict' : 'not-found', 'No active service account')
  })
}

function stateOf(
  { expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null },
  now: Date,
): ServiceAccountRow['state'] {
  if (revokedAt) return 'revoked'
  return expiresAt && expiresAt <= now ? 'expired' : 'active'
}

/** A program that writes roles can make administrators: its secret has the rights of a super administrator. */
function mayHoldSecret(session: Session, scopes: readonly string[]): boolean {
  return isChief(session) || !isGranted(scopes, 'roles', 'write')
}

function isChief({ roles }: Session): boolean {
  return roles.includes('super_administrator')
}
