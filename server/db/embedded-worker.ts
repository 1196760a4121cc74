import { existsSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { EmbeddedStore, FromWorker, WorkerData } from './embedded-database.ts'
import { listenForOwner } from './socket-address.ts'
import { serveSessions } from './wire-sessions.ts'

/** The thread of the embedded database. */
const port = parentPort
if (port === null) throw new Error('server/db/embedded-worker.ts runs as a worker thread')

const { store, dataDirectory } = workerData as WorkerData
const pglite = await open(store)
const server = serveSessions(pglite)
port.once('message', async () => {
  server.close()
  await pglite.close()
  process.exit()
})
port.postMessage({ kind: 'ready', address: await listenForOwner(server, dataDirectory) } satisfies FromWorker)

async function open(store: EmbeddedStore): Promise<PGlite> {
  // Needed for typo-tolerant course search; a migration creates the extension.
  const extensions = { pg_trgm }
  if (store.kind === 'memory') {
    return PGlite.create({ extensions, ...(store.template && { loadDataDir: await openAsBlob(store.template) }) })
  }
  if (store.kind === 'restored') {
    const database = await PGlite.create(store.directory, { extensions, loadDataDir: await openAsBlob(store.from) })
    writeFileSync(join(store.directory, 'CREATED'), '')
    return database
  }
  const created = join(store.directory, 'CREATED')
  if (!existsSync(created) && store.isThere) throw new Error(`${store.directory} has gone`)
  // A process that died during creation leaves an incomplete database that does not open.
  if (!existsSync(created)) rmSync(store.directory, { recursive: true, force: true })
  const database = await PGlite.create(store.directory, { extensions })
  if (!existsSync(created)) writeFileSync(created, '')
  return database
}
