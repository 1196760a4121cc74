import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import { socketAddress } from './socket-address.ts'

export type EmbeddedStore =
  /** `isThere`: was opened before and must not be created again if it is gone. */
  | { kind: 'directory'; directory: string; isThere?: boolean }
  /** `template`: the file of an earlier backup, unpacked. */
  | { kind: 'memory'; template: string | null }
  /** A new directory, filled from the file of an earlier backup, unpacked. */
  | { kind: 'restored'; directory: string; from: string }

/** `dataDirectory`: where other processes of its owner connect; null for none. */
export type WorkerData = { store: EmbeddedStore; dataDirectory: string | null }

export type FromWorker = { kind: 'ready'; address: string }

export type Embedded = {
  /** A stream for `pg` instead of its socket. */
  connect(): Socket
  close(): Promise<void>
}

/** What `pg` calls the one user and the one database. */
export const embeddedIdentity = { user: 'postgres', database: 'postgres' } as const

/** A socket that finds its address when it connects. */
class LocatedSocket extends Socket {
  readonly #locate: () => Promise<string>

  constructor(locate: () => Promise<string>) {
    super()
    this.#locate = locate
  }

  override connect(): this {
    this.#locate().then(
      (path) => this.destroyed || super.connect({ path }),
      (error) => this.destroy(error),
    )
    return this
  }
}

/** The database of the process that has locked the data directory; null if it serves none. */
export async function findEmbedded(dataDirectory: string): Promise<Pick<Embedded, 'connect'> | null> {
  const address = socketAddress(dataDirectory)
  if (!(await isServed(address))) return null
  return { connect: () => new LocatedSocket(async () => address) }
}

async function isServed(address: string): Promise<boolean> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/**
 * Starts PGlite in a worker thread (D-38). The directory lock belongs to the process and outlives the thread: after a
 * crash of the thread the next connection starts a new one, and PostgreSQL recovers.
 */
export async function startEmbedded(
  store: EmbeddedStore,
  log: FastifyBaseLogger,
  dataDirectory: string | null = null,
): Promise<Embedded> {
  type Running = { worker: Worker; address: string; ended: Promise<void> }
  let isClosing = false
  let running: Promise<Running> | null = null

  function start(store: EmbeddedStore): Promise<Running> {
    const { promise, resolve, reject } = Promise.withResolvers<Running>()
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const workerData: WorkerData = { store, dataDirectory }
    const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData })
    let isReady = false
    let cause: unknown
    // In watch mode Node's threads also post messages about their imports, which have no `kind`.
    worker.on('message', ({ kind, address }: FromWorker) => {
      if (kind !== 'ready') return
      isReady = true
      if (dataDirectory !== null && address !== socketAddress(dataDirectory))
        log.warn({ address }, 'the data directory cannot hold a socket: commands need this process to be stopped')
      resolve({ worker, address, ended })
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
      end()
    })
    return promise
  }

  async function restart(): Promise<Running> {
    // An in-memory database is lost with its thread.
    if (isClosing || store.kind !== 'directory') throw new Error('the embedded database has stopped')
    const restarted = await start({ ...store, isThere: true }).catch((cause: unknown) => {
      log.error({ err: cause }, 'the embedded database does not start again')
      throw new Error('the embedded database has not started again', { cause })
    })
    log.warn('the embedded database works again')
    return restarted
  }

  async function locate(): Promise<string> {
    running ??= restart()
    const { address, ended } = await running
    if (await isServed(address)) return address
    // The thread is ending.
    await ended
    return locate()
  }

  running = start(store)
  await running
  return {
    connect: () => new LocatedSocket(locate),
    async close() {
      isClosing = true
      const open = await running?.catch(() => null)
      open?.worker.postMessage('close')
      await open?.ended
    },
  }
}
