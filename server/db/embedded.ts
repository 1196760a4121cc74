import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

export type EmbeddedStore =
  | { kind: 'directory'; directory: string }
  /** `template`: the file of an earlier `dump`. */
  | { kind: 'memory'; template: string | null }

export type ToWorker =
  | { kind: 'connect' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dump'; path: string }
  | { kind: 'close' }

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'bytes'; connection: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'dumped' }

export type Embedded = {
  /** A stream for `pg` instead of a socket; only one may be open at a time. */
  connect(): Duplex
  /** Writes the whole database into a file, to be the `template` of others. */
  dump(path: string): Promise<void>
  close(): Promise<void>
}

/** Starts PGlite in its worker thread (D-38). Whoever opens a directory holds its lock. */
export async function startEmbedded(store: EmbeddedStore): Promise<Embedded> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData: store })
  const ended = once(worker, 'exit')
  await once(worker, 'message')

  let stopped: Error | null = null
  let current: WorkerStream | null = null
  let connections = 0
  const stop = (reason: Error) => {
    stopped ??= reason
    current?.destroy(stopped)
  }
  worker.on('error', stop)
  worker.on('exit', () => stop(new Error('the embedded database has stopped')))
  worker.on('message', (message: FromWorker) => {
    if (message.kind === 'bytes' && message.connection === current?.connection) current.push(message.bytes)
  })

  return {
    connect() {
      connections += 1
      current = new WorkerStream(worker, connections)
      if (stopped) current.destroy(stopped)
      return current
    },
    async dump(path) {
      worker.postMessage({ kind: 'dump', path } satisfies ToWorker)
      await once(worker, 'message')
    },
    async close() {
      worker.postMessage({ kind: 'close' } satisfies ToWorker)
      await ended
    },
  }
}

const terminate = 0x58

/** What `pg` takes for a socket. */
class WorkerStream extends Duplex {
  readonly connection: number
  readonly #worker: Worker

  constructor(worker: Worker, connection: number) {
    super()
    this.connection = connection
    this.#worker = worker
  }

  connect(): this {
    this.#send({ kind: 'connect' })
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#worker.ref()
    return this
  }

  unref(): this {
    this.#worker.unref()
    return this
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#forward(new Uint8Array(chunk))
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    const bytes = new Uint8Array(chunks.reduce((length, { chunk }) => length + chunk.length, 0))
    let offset = 0
    for (const { chunk } of chunks) {
      bytes.set(chunk, offset)
      offset += chunk.length
    }
    this.#forward(bytes)
    done()
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #forward(bytes: Uint8Array<ArrayBuffer>): void {
    // The one backend outlives the connections to it.
    if (bytes[0] !== terminate) this.#send({ kind: 'bytes', connection: this.connection, bytes }, [bytes.buffer])
  }

  #send(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker.postMessage(message, transfer)
  }
}
