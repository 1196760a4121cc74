import { pino } from 'pino'
import { connectEmbedded, type Database } from '#server/db/client.ts'
import type { ServerProcess } from '#tests/support/server/server-process.ts'

/** Works in the database of a running server, through its socket. */
export async function inDatabaseOf<Result>(
  { dataDir }: Pick<ServerProcess, 'dataDir'>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const opened = await connectEmbedded(dataDir, pino({ level: 'silent' }))
  if (opened === null) throw new Error('The server has no database open')
  return work(opened.database).finally(() => opened.close())
}
