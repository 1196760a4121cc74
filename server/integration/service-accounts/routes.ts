import {
  createServiceAccount as createCall,
  listServiceAccounts as listCall,
  renewServiceAccountSecret as renewCall,
  revokeServiceAccount as revokeCall,
  type ServiceAccountRow,
} from '#contract/integration/integrations.ts'
import type { App, Session } from '#server/app-types.ts'
import { throwInvalidValue, throwProblem } from '#server/http/http-error.ts'
import { ownSource } from '#server/integration/format-types/format.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { addDays, zonedInstant } from '#server/time/calendar-days.ts'
import { isGranted, isScope } from './scopes.ts'
import { createServiceAccount, listServiceAccounts, renewSecret, revokeServiceAccount } from './service-accounts.ts'

/** Service accounts in the admin panel. */
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

  registerCall(
    app,
    createCall,
    async ({ body: { name, source, scopes, expiresOn } }) => {
      const account = { name, source: source || name, scopes, expiresAt: endOf(expiresOn) }
      return (await createServiceAccount(database, account, clock())) ?? throwTaken()
    },
    {
      precheck: async ({ session, body: { name, source, scopes, expiresOn } }) => {
        const wrong = scopes.find((scope) => !isScope(scope))
        if (wrong !== undefined) throwInvalidValue('scopes', 'unknown', 'Not a scope of docs/integration-api.md')
        if (!mayHoldSecret(session, scopes))
          throwProblem('role-missing', 'Only a super administrator grants roles:write')
        if (source === ownSource) throwInvalidValue('source', 'taken', 'The source of this product')
        const expiresAt = endOf(expiresOn)
        if (expiresAt && expiresAt <= clock()) throwInvalidValue('expiresOn', 'past', 'The day is over')
        if ((await listServiceAccounts(database)).some((account) => account.name === name)) throwTaken()
      },
    },
  )

  registerCall(
    app,
    renewCall,
    async ({ params: { id } }) => (await renewSecret(database, { id }, clock())) ?? throwRevoked(),
    {
      precheck: async ({ session, params: { id } }) => {
        const account = (await listServiceAccounts(database)).find((one) => one.id === id)
        if (!account) throwProblem('not-found', 'No such service account')
        if (!mayHoldSecret(session, account.scopes)) throwProblem('role-missing', 'The account may write roles')
        if (account.revokedAt) throwRevoked()
      },
    },
  )

  registerCall(app, revokeCall, async ({ params: { id } }) => {
    if (await revokeServiceAccount(database, { id }, clock())) return undefined
    const isKnown = (await listServiceAccounts(database)).some((account) => account.id === id)
    return throwProblem(isKnown ? 'state-conflict' : 'not-found', 'No active service account')
  })

  /** The instant after the last day of an account. */
  function endOf(lastDay: string | null): Date | null {
    return lastDay === null ? null : zonedInstant(addDays(lastDay, 1), '00:00', env.TIME_ZONE)
  }
}

function throwTaken(): never {
  return throwInvalidValue('name', 'taken', 'There is an account of this name')
}

function throwRevoked(): never {
  return throwProblem('state-conflict', 'The service account is revoked')
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
