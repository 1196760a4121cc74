import { existsSync, openAsBlob, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import type { EmbeddedStore, FromWorker, ToWorker } from './embedded-database.ts'

/** The thread of the embedded database. Handles PostgreSQL wire protocol messages one at a time. */
const port = parentPort
if (port === null) throw new Error('server/db/embedded-worker.ts runs as a worker thread')

const say = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

const pglite = await open(workerData as EmbeddedStore)
let turn = Promise.resolve()
port.on('message', (message: ToWorker) => {
  turn = turn.then(() => answer(message))
})
say({ kind: 'ready' })

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

async function answer(message: ToWorker): Promise<void> {
  if (message.kind === 'bytes') {
    const bytes = (await pglite.execProtocolRaw(message.bytes)).slice()
    say({ kind: 'bytes', connection: message.connection, bytes }, [bytes.buffer])
  } else if (message.kind === 'connect') {
    // All connections share one backend: reset its session state for a new one.
    await pglite.exec('ROLLBACK')
    await pglite.exec('DISCARD ALL')
  } else if (message.kind === 'dump') {
    const dump = await pglite.dumpDataDir('none')
    const bytes = new Uint8Array(await dump.arrayBuffer())
    say({ kind: 'dumped', bytes }, [bytes.buffer])
  } else {
    await pglite.close()
    port?.close()
  }
}
