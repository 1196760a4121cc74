import { type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { DirectoryInUseError } from '#server/db/directory-lock.ts'
import type { Env } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { StartupError } from '#server/startup-error.ts'

/** Opens the database of the server. A running server keeps the embedded one. */
export async function openSchool(env: Env): Promise<OpenDatabase> {
  try {
    return await openDatabase(env, createLog({ LOG_LEVEL: 'warn' }))
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    const { owner } = error
    const text = {
      ru: `Каталог данных ${env.DATA_DIR} занят (${owner.ru}).\nОстановите сервер, повторите команду и снова запустите сервер.`,
      en: `The data directory ${env.DATA_DIR} is in use (${owner.en}).\nStop the server, repeat the command, and start the server again.`,
    }
    throw new StartupError(text, { cause: error })
  }
}
