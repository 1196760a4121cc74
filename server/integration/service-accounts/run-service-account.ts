import { day } from '#contract/schemas.ts'
import { addDays, zonedInstant } from '#server/calendar-days.ts'
import type { CommandContext } from '#server/cli/served-commands.ts'
import { ownSource } from '#server/integration/format.ts'
import { StartupError } from '#server/startup-error.ts'
import { isScope, scopeAreas } from './scopes.ts'
import {
  type Credentials,
  createServiceAccount,
  listServiceAccounts,
  renewSecret,
  revokeServiceAccount,
} from './service-accounts.ts'

export type ServiceAccountRequest =
  | { list: true }
  | { revoke: string }
  | { renew: string }
  | { name: string; scopes: string; source?: string | undefined; expires?: string | undefined }

/** Does what `npm run service-account` asks for. Returns the text to print; refusals are `StartupError`s. */
export async function runServiceAccount(request: ServiceAccountRequest, context: CommandContext): Promise<string> {
  if ('list' in request) return list(context)
  if ('renew' in request) return renew(request.renew, context)
  return 'revoke' in request ? revoke(request.revoke, context) : create(request, context)
}

async function create(
  { name, source = name, ...given }: Extract<ServiceAccountRequest, { name: string }>,
  { database, now, env }: CommandContext,
): Promise<string> {
  const scopes = given.scopes.split(/[, ]+/).filter(Boolean)
  const unknown = scopes.filter((scope) => !isScope(scope))
  if (scopes.length === 0 || unknown.length > 0)
    throw new StartupError(
      `--scopes ${unknown.join(',')}: a scope is NAME:read or NAME:write. NAME is a file of docs/import/files.md, or ${Object.keys(scopeAreas).join(', ')}.`,
    )
  if (source === ownSource) throw new StartupError(`--source: ${ownSource} is the source of this product.`)
  const { success, data: lastDay } = day.optional().safeParse(given.expires)
  const expiresAt = lastDay === undefined ? null : zonedInstant(addDays(lastDay, 1), '00:00', env.TIME_ZONE)
  if (!success || (expiresAt && expiresAt <= now)) throw new StartupError('--expires: a day in the future, 2027-08-31.')
  const credentials = await createServiceAccount(database, { name, source, scopes, expiresAt }, now)
  if (!credentials) throw new StartupError(`There is a service account «${name}» already.`)
  return textOf(credentials)
}

async function renew(name: string, { database, now }: CommandContext): Promise<string> {
  const credentials = await renewSecret(database, { name }, now)
  if (!credentials) throw new StartupError(`There is no active service account «${name}».`)
  return textOf(credentials)
}

function textOf({ clientId, clientSecret }: Credentials): string {
  return `client_id      ${clientId}\nclient_secret  ${clientSecret}\nThe secret is shown once.\n`
}

async function revoke(name: string, { database, now }: CommandContext): Promise<string> {
  if (await revokeServiceAccount(database, { name }, now)) return `«${name}» is revoked, and so are its tokens.\n`
  throw new StartupError(`There is no active service account «${name}».`)
}

async function list({ database }: CommandContext): Promise<string> {
  const minute = (at: Date | null) => at?.toISOString().slice(0, 16) ?? 'never'
  const accounts = await listServiceAccounts(database)
  const lines = accounts.map(({ name, source, clientId, scopes, expiresAt, lastUsedAt, revokedAt }) =>
    [
      ...[name, clientId, `source ${source}`, scopes.join(','), `expires ${minute(expiresAt)}`],
      ...[`last used ${minute(lastUsedAt)}`, revokedAt ? `revoked ${minute(revokedAt)}` : 'active'],
    ].join('  '),
  )
  return lines.map((line) => `${line}\n`).join('')
}
