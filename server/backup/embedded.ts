import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Client } from 'pg'
import pino from 'pino'
import { placesIn, undoHalfReplacing } from '#server/db/data-directory.ts'
import { askForDump } from '#server/db/dump-socket.ts'
import { type Embedded, type EmbeddedStore, startEmbedded } from '#server/db/embedded.ts'
import { lockDirectory } from '#server/db/lock.ts'
import { StartFailure } from '#server/start-failure.ts'
import { failToRestore, readApplied, requireKnownVersion } from './version.ts'

const silent = pino({ level: 'silent' })

/** From the server that holds the directory, or, where none runs, from the directory itself. */
export async function dumpEmbedded(directory: string, path: string): Promise<void> {
  if (await askForDump(directory, path)) return
  if (!existsSync(directory)) throw new StartFailure(`DATA_DIR: there is no ${directory}.`)
  await locked(directory, async () => {
    const { database, created } = placesIn(directory)
    if (!existsSync(created)) throw new StartFailure(`DATA_DIR: there is no database in ${directory}.`)
    await opened({ kind: 'directory', directory: database, isThere: true }, async (embedded) => {
      await pipeline(Readable.from([await embedded.dump()]), createGzip(), createWriteStream(path))
    })
  })
}

/** All or nothing: the backup becomes a database beside the present one and takes its place once it is known to be good. */
export async function restoreEmbedded(
  directory: string,
  path: string,
  { isReplacing }: { isReplacing: boolean },
): Promise<void> {
  await locked(directory, async () => {
    const { database, created, unpacked, restored, replaced } = placesIn(directory)
    if (existsSync(created) && !isReplacing) {
      throw new StartFailure(`There is a database in ${directory} already; --replace puts the backup in its place.`)
    }
    removeAll(restored, unpacked)
    try {
      const applied = await unpack(path, unpacked, restored).catch((error: unknown) => failToRestore(path, error))
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

/** Makes a database of a backup; what it was migrated by. */
async function unpack(path: string, unpacked: string, directory: string): Promise<string[]> {
  await pipeline(createReadStream(path), createGunzip(), createWriteStream(unpacked))
  return opened({ kind: 'restored', directory, from: unpacked }, appliedIn)
}

function removeAll(...places: string[]): void {
  for (const place of places) rmSync(place, { recursive: true, force: true })
}

async function locked(directory: string, work: () => Promise<void>): Promise<void> {
  const lock = lockDirectory(directory)
  try {
    undoHalfReplacing(directory)
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
  const client = new Client({ stream: () => embedded.connect(), user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<{ hash: string }>(readApplied)
    return rows.map(({ hash }) => hash)
  } finally {
    await client.end()
  }
}
