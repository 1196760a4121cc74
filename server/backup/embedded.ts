import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Client } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import pino from 'pino'
import { dataPaths, undoInterruptedRestore } from '#server/db/data-directory.ts'
import { lockDirectory } from '#server/db/directory-lock.ts'
import {
  type Embedded,
  type EmbeddedStore,
  embeddedIdentity,
  findEmbedded,
  startEmbedded,
} from '#server/db/embedded-database.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { appliedMigrationsQuery, requireKnownVersion, throwRestoreError } from './backup-file.ts'

const silent = pino({ level: 'silent' })

type Connectable = Pick<Embedded, 'connect'>

/** Dumps through the process that has the database open, or directly from the directory when there is none. */
export async function dumpEmbedded(directory: string, path: string): Promise<void> {
  const served = await findEmbedded(directory)
  if (served) return dump(served, path)
  if (!existsSync(directory))
    throw new StartupError({ ru: `DATA_DIR: нет каталога ${directory}.`, en: `DATA_DIR: there is no ${directory}.` })
  await locked(directory, async () => {
    const { database, created } = dataPaths(directory)
    if (!existsSync(created))
      throw new StartupError({
        ru: `DATA_DIR: в ${directory} нет базы данных.`,
        en: `DATA_DIR: there is no database in ${directory}.`,
      })
    await opened({ kind: 'directory', directory: database, isThere: true }, (embedded) => dump(embedded, path))
  })
}

async function dump(embedded: Connectable, path: string): Promise<void> {
  await connected(embedded, (client) =>
    pipeline(client.query(copyTo('BASE_BACKUP')), createGzip(), createWriteStream(path)),
  )
}

/** Restores the backup beside the current database and swaps the two only after the restored one is verified. */
export async function restoreEmbedded(
  directory: string,
  path: string,
  { isReplacing }: { isReplacing: boolean },
): Promise<void> {
  await locked(directory, async () => {
    const { database, created, unpacked, restored, replaced } = dataPaths(directory)
    if (existsSync(created) && !isReplacing) {
      throw new StartupError({
        ru: `В ${directory} уже есть база данных; --replace сначала удалит её.`,
        en: `There is a database in ${directory} already; --replace deletes it first.`,
      })
    }
    removeAll(restored, unpacked)
    try {
      const applied = await unpack(path, unpacked, restored).catch((error: unknown) => throwRestoreError(path, error))
      requireKnownVersion(path, applied)
      removeAll(replaced)
      if (existsSync(database)) renameSync(database, replaced)
      renameSync(restored, database)
      removeAll(replaced)
    } finally {
      removeAll(restored, unpacked)
    }
  })
}

/** Unpacks a backup into a database directory. Returns the hashes of its migrations. */
async function unpack(path: string, unpacked: string, directory: string): Promise<string[]> {
  await pipeline(createReadStream(path), createGunzip(), createWriteStream(unpacked))
  return opened({ kind: 'restored', directory, from: unpacked }, appliedIn)
}

function removeAll(...paths: string[]): void {
  for (const path of paths) rmSync(path, { recursive: true, force: true })
}

async function locked(directory: string, work: () => Promise<void>): Promise<void> {
  const lock = lockDirectory(directory)
  try {
    undoInterruptedRestore(directory)
    await work()
  } finally {
    lock.release()
  }
}

async function opened<T>(store: EmbeddedStore, work: (embedded: Embedded) => Promise<T>): Promise<T> {
  const embedded = await startEmbedded(store, silent)
  try {
    return await work(embedded)
  } finally {
    await embedded.close()
  }
}

async function appliedIn(embedded: Embedded): Promise<string[]> {
  return connected(embedded, async (client) => {
    const { rows } = await client.query<{ hash: string }>(appliedMigrationsQuery)
    return rows.map(({ hash }) => hash)
  })
}

async function connected<T>({ connect }: Connectable, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ stream: connect, ...embeddedIdentity })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
