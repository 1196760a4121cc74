import { type Locale, locales } from '#contract/enumerations.ts'
import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { DirectoryInUseError } from '#server/db/directory-lock.ts'
import type { Env } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { StartupError } from '#server/startup-error.ts'

const inUse: Record<Locale, (directory: string, owner: string) => string> = {
  ru: (directory, owner) =>
    `Каталог данных ${directory} занят (${owner}).\nОстановите сервер, повторите команду и снова запустите сервер.`,
  en: (directory, owner) =>
    `The data directory ${directory} is in use (${owner}).\nStop the server, repeat the command, and start the server again.`,
}

/** Opens the database of the server. A running server keeps the embedded one; this is said in the language of the terminal. */
export async function openSchool(env: Env, locale: Locale): Promise<OpenDatabase> {
  try {
    return await openDatabase(env, createLog({ LOG_LEVEL: 'warn' }))
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    throw new StartupError(inUse[locale](env.DATA_DIR, error.owner), { cause: error })
  }
}

/** The language of the terminal. */
export function terminalLocale(env: Record<string, string | undefined>): Locale {
  const setting = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return locales.find((locale) => setting.toLowerCase().startsWith(locale)) ?? 'en'
}
