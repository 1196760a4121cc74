import type { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { WorkerStream } from './worker-stream.ts'

export type EmbeddedStore =
  /** `isThere`: was opened before and must not be created again if it is gone. */
  | { kind: 'directory'; directory: string; isThere?: boolean }
  /** `template`: the file of an earlier `dump`. */
  | { kind: 'memory'; template: string | null }
  /** A new directory, filled from an earlier `dump`. */
  | { kind: 'restored'; directory: string; from: string }

export type ToWorker =
  | { kind: 'connect' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dump' }
  | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dumped'; bytes: Uint8Array<ArrayBuffer> }

export type Embedded = {
  /** A stream for `pg` instead of a socket; only one may be open at a time. */
  connect(): Duplex
  /** The whole database as one file, with everything committed before. Queries wait meanwhile. */
  dump(): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Starts PGlite in a worker thread (D-38). The directory lock belongs to the process and outlives the thread: after a
 * crash of the thread the next connection starts a new one, and PostgreSQL recovers.
 */
export async function startEmbedded(store: EmbeddedStore, log: FastifyBaseLogger): Promise<Embedded> {
  let isClosing = false
  let current: WorkerStream | null = null
  let connections = 0
  const dumps: PromiseWithResolvers<Uint8Array>[] = []
  let running: Promise<Worker> | null = null

  function start(workerData: EmbeddedStore): Promise<Worker> {
    const { promise, resolve, reject } = Promise.withResolvers<Worker>()
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
    let isReady = false
    let cause: unknown
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'ready') {
        isReady = true
        resolve(worker)
      } else if (message.kind === 'dumped') dumps.shift()?.resolve(message.bytes)
      // In watch mode Node's threads also post messages about their imports, which have no `kind`.
      else if (message.kind === 'bytes' && message.connection === current?.connection) current.push(message.bytes)
    })
    worker.on('error', (error) => {
      cause = error
    })
    // Its files are closed only now, so another thread may open them.
    worker.on('exit', () => {
      running = null
      const death = new Error('the embedded database has died', { cause })
      if (isReady && !isClosing) log.error({ err: death }, 'the embedded database died')
      reject(isReady ? death : (cause ?? death))
      current?.destroy(death)
      for (const dump of dumps.splice(0)) dump.reject(death)
    })
    return promise
  }

  async function restart(): Promise<Worker> {
    // An in-memory database is lost with its thread.
    if (isClosing || store.kind !== 'directory') throw new Error('the embedded database has stopped')
    const worker = await start({ ...store, isThere: true }).catch((cause: unknown) => {
      log.error({ err: cause }, 'the embedded database does not start again')
      throw new Error('the embedded database has not started again', { cause })
    })
    log.warn('the embedded database works again')
    return worker
  }

  const find = (): Promise<Worker> => {
    running ??= restart()
    return running
  }

  running = start(store)
  await running
  return {
    connect() {
      connections += 1
      current = new WorkerStream(find, connections)
      return current
    },
    async dump() {
      const worker = await find()
      const dump = Promise.withResolvers<Uint8Array>()
      dumps.push(dump)
      worker.postMessage({ kind: 'dump' } satisfies ToWorker)
      return dump.promise
    },
    async close() {
      isClosing = true
      const worker = await running?.catch(() => null)
      if (!worker) return
      const { promise: ended, resolve } = Promise.withResolvers<void>()
      worker.on('exit', () => resolve())
      worker.postMessage({ kind: 'close' } satisfies ToWorker)
      await ended
    },
  }
}
