import type { FastifyBaseLogger } from 'fastify'
import type { Locale } from '#contract/enumerations.ts'
import { findSeenOfOthers, isAllStillSeen } from '#server/access/seen-of-others.ts'
import type { Database } from '#server/db/client.ts'
import type { Env } from '#server/environment/env.ts'
import { readArchive } from './archive.ts'
import { beginAttempt, endDataExports, fileOf, finishAttempt } from './data-exports.ts'
import { removeFile, removeOtherFiles, storeFile } from './file-store.ts'

type Context = {
  database: Database
  clock: () => Date
  timeZone: string
  env: Pick<Env, 'FILES_DIR' | 'PAYEES' | 'PUBLIC_URL' | 'SECRETS_KEY'>
  log: FastifyBaseLogger
}

/**
 * Makes a copy that was asked for. If the server dies, the job is repeated: each attempt writes a file of its own, and only
 * the last one becomes the copy. Throws if it fails, and if a right was taken away meanwhile, so that it is repeated.
 */
export async function makeDataExport(
  { database, clock, timeZone, env, log }: Context,
  { id, language }: { id: string; language: Locale },
): Promise<void> {
  const { FILES_DIR: directory, PAYEES: payees, PUBLIC_URL: publicUrl, SECRETS_KEY: secretsKey } = env
  const row = await beginAttempt(database, id)
  if (!row) return
  const name = fileOf(row)
  let isMade = false
  try {
    const seen = await findSeenOfOthers(database, row.userId)
    const context = { database, clock, timeZone, payees, publicUrl }
    const archive = readArchive(context, { userId: row.userId, language, now: clock() })
    const { key, bytes } = await storeFile(directory, name, archive)
    if (!isAllStillSeen(seen, await findSeenOfOthers(database, row.userId)))
      throw new Error('a right was taken away while the copy was made')
    isMade = await finishAttempt({ database, clock, timeZone, secretsKey }, { row, key, bytes, seen })
    if (isMade) log.info({ export: id, bytes }, 'a copy of data is ready')
  } finally {
    if (!isMade) await removeFile(directory, name)
  }
}

/** Ends copies that are over or closed, and removes their files. */
export async function endOldDataExports({ database, clock, env, log }: Context): Promise<void> {
  const now = clock()
  const removed = await removeOtherFiles(env.FILES_DIR, await endDataExports(database, now), now)
  if (removed > 0) log.info({ files: removed }, 'files of old copies were removed')
}
