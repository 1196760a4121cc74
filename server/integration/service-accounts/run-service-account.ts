import { day } from '#contract/schemas.ts'
import { addDays, zonedInstant } from '#server/calendar-days.ts'
import type { CommandContext } from '#server/cli/served-commands.ts'
import { ownSource } from '#server/integration/format.ts'
import { StartupError } from '#server/startup-error.ts'
import { joinTexts, sameInAll, type TerminalText } from '#server/terminal-language.ts'
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
export async function runServiceAccount(
  request: ServiceAccountRequest,
  context: CommandContext,
): Promise<TerminalText> {
  if ('list' in request) return list(context)
  if ('renew' in request) return renew(request.renew, context)
  return 'revoke' in request ? revoke(request.revoke, context) : create(request, context)
}

async function create(
  { name, source = name, ...given }: Extract<ServiceAccountRequest, { name: string }>,
  { database, now, env }: CommandContext,
): Promise<TerminalText> {
  const scopes = given.scopes.split(/[, ]+/).filter(Boolean)
  const unknown = scopes.filter((scope) => !isScope(scope))
  if (scopes.length === 0 || unknown.length > 0)
    throw new StartupError({
      ru: `--scopes ${unknown.join(',')}: право — это ИМЯ:read или ИМЯ:write. ИМЯ — файл из docs/import/files.md или ${Object.keys(scopeAreas).join(', ')}.`,
      en: `--scopes ${unknown.join(',')}: a scope is NAME:read or NAME:write. NAME is a file of docs/import/files.md, or ${Object.keys(scopeAreas).join(', ')}.`,
    })
  if (source === ownSource)
    throw new StartupError({
      ru: `--source: ${ownSource} — источник самой программы.`,
      en: `--source: ${ownSource} is the source of this product.`,
    })
  const { success, data: lastDay } = day.optional().safeParse(given.expires)
  const expiresAt = lastDay === undefined ? null : zonedInstant(addDays(lastDay, 1), '00:00', env.TIME_ZONE)
  if (!success || (expiresAt && expiresAt <= now))
    throw new StartupError({
      ru: '--expires: нужен будущий день вида 2027-08-31.',
      en: '--expires: a day in the future, 2027-08-31.',
    })
  const credentials = await createServiceAccount(database, { name, source, scopes, expiresAt }, now)
  if (!credentials)
    throw new StartupError({
      ru: `Служебная учётная запись «${name}» уже есть.`,
      en: `There is a service account «${name}» already.`,
    })
  return textOf(credentials)
}

async function renew(name: string, { database, now }: CommandContext): Promise<TerminalText> {
  const credentials = await renewSecret(database, { name }, now)
  if (!credentials) throw noAccount(name)
  return textOf(credentials)
}

function noAccount(name: string): StartupError {
  return new StartupError({
    ru: `Действующей служебной учётной записи «${name}» нет.`,
    en: `There is no active service account «${name}».`,
  })
}

function textOf({ clientId, clientSecret }: Credentials): TerminalText {
  const credentials = `client_id      ${clientId}\nclient_secret  ${clientSecret}\n`
  return { ru: `${credentials}Секрет больше не будет показан.\n`, en: `${credentials}The secret is shown once.\n` }
}

async function revoke(name: string, { database, now }: CommandContext): Promise<TerminalText> {
  if (await revokeServiceAccount(database, { name }, now))
    return { ru: `«${name}» отозвана вместе с её токенами.\n`, en: `«${name}» is revoked, and so are its tokens.\n` }
  throw noAccount(name)
}

async function list({ database }: CommandContext): Promise<TerminalText> {
  const minute = (at: Date | null): TerminalText =>
    at ? sameInAll(at.toISOString().slice(0, 16)) : { ru: 'никогда', en: 'never' }
  const labelled = (label: TerminalText, at: Date | null) => joinTexts([label, minute(at)], ' ')
  const accounts = await listServiceAccounts(database)
  const lines = accounts.map(({ name, source, clientId, scopes, expiresAt, lastUsedAt, revokedAt }) =>
    joinTexts(
      [
        sameInAll(`${name}  ${clientId}`),
        { ru: `источник ${source}`, en: `source ${source}` },
        sameInAll(scopes.join(',')),
        labelled({ ru: 'истекает', en: 'expires' }, expiresAt),
        labelled({ ru: 'последнее обращение', en: 'last used' }, lastUsedAt),
        revokedAt ? labelled({ ru: 'отозвана', en: 'revoked' }, revokedAt) : { ru: 'действует', en: 'active' },
      ],
      '  ',
    ),
  )
  return joinTexts([...lines, sameInAll('')], '\n')
}
