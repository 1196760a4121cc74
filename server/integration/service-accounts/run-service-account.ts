import { day } from '#contract/schemas.ts'
import type { CommandContext } from '#server/cli/run-command.ts'
import { ownSource } from '#server/integration/format-types/format.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import type { TerminalText } from '#server/terminal/terminal-language.ts'
import { addDays, zonedInstant } from '#server/time/calendar-days.ts'
import { isScope, scopeAreas } from './scopes.ts'
import { type Credentials, createServiceAccount } from './service-accounts.ts'

export type ServiceAccountRequest = {
  name: string
  scopes: string
  source?: string | undefined
  expires?: string | undefined
}

/** Makes a service account, for a first one without the panel. Returns its credentials; refusals are `StartupError`s. */
export async function runServiceAccount(
  { name, source = name, ...given }: ServiceAccountRequest,
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
      ru: '--expires: нужен день в будущем вида 2027-08-31.',
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

function textOf({ clientId, clientSecret }: Credentials): TerminalText {
  const credentials = `client_id      ${clientId}\nclient_secret  ${clientSecret}\n`
  return { ru: `${credentials}Секрет больше не будет показан.\n`, en: `${credentials}The secret is shown once.\n` }
}
