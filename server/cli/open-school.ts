import { connectEmbedded, type OpenDatabase, openDatabase } from '#server/db/client.ts'
import { DirectoryInUseError } from '#server/db/directory-lock.ts'
import type { Env } from '#server/environment/env.ts'
import { createLog } from '#server/terminal/log.ts'
import { StartupError } from '#server/terminal/startup-error.ts'

/** Opens the database of the server, which may run. The embedded one is that of the process that has it open. */
export async function openSchool(env: Env): Promise<OpenDatabase> {
  const log = createLog({ LOG_LEVEL: 'warn' })
  try {
    return await openDatabase(env, log)
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    const served = await connectEmbedded(env.DATA_DIR, log)
    if (served) return served
    const { owner } = error
    const text = {
      ru: `Каталог данных ${env.DATA_DIR} занят (${owner.ru}).\nОстановите сервер, повторите команду и снова запустите сервер.`,
      en: `The data directory ${env.DATA_DIR} is in use (${owner.en}).\nStop the server, repeat the command, and start the server again.`,
    }
    throw new StartupError(text, { cause: error })
  }
}
