import { Duplex } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import type { ToWorker } from './embedded-database.ts'

/** Type of PostgreSQL's Terminate message. */
const terminate = 0x58

/** Replaces the socket of `pg`; connects when the worker is ready. */
export class WorkerStream extends Duplex {
  readonly connection: number
  readonly #find: () => Promise<Worker>
  #worker: Worker | null = null

  constructor(find: () => Promise<Worker>, connection: number) {
    super()
    this.connection = connection
    this.#find = find
  }

  connect(): this {
    void this.#connect()
    return this
  }

  async #connect(): Promise<void> {
    try {
      this.#worker = await this.#find()
    } catch (error) {
      this.destroy(error as Error)
      return
    }
    if (this.destroyed) return
    this.#send({ kind: 'connect' })
    this.emit('connect')
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    this.#worker?.ref()
    return this
  }

  unref(): this {
    this.#worker?.unref()
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
    // All connections share one backend, which must not terminate with them.
    if (bytes[0] !== terminate) this.#send({ kind: 'bytes', connection: this.connection, bytes }, [bytes.buffer])
  }

  #send(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    this.#worker?.postMessage(message, transfer)
  }
}
