import type { FastifyReply } from 'fastify'
import type { ChangeStreamEvents } from '#contract/change-stream.ts'
import type { Session } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'

export type OpenStream = { session: Session; reply: FastifyReply }

/** The streams of the pages that this server answers, by user. */
export class OpenStreams {
  readonly #streams = new Map<string, Set<OpenStream>>()

  /** Adds a stream until its connection closes. `most` limits the streams of one user. */
  add(stream: OpenStream, most: number): void {
    const { userId } = stream.session
    const own = this.#streams.get(userId) ?? new Set()
    if (own.size >= most) throwProblem('too-many-requests', 'The person has too many open streams', { retryAfter: 60 })
    this.#streams.set(userId, own.add(stream))
    stream.reply.sse.onClose(() => {
      own.delete(stream)
      if (own.size === 0 && this.#streams.get(userId) === own) this.#streams.delete(userId)
    })
  }

  of(userId: string): Iterable<OpenStream> {
    return this.#streams.get(userId) ?? []
  }

  all(): OpenStream[] {
    return [...this.#streams.values()].flatMap((some) => [...some])
  }
}

/** Sends an event; `id` is what the browser sends as `Last-Event-ID` when it connects again. */
export function sendEvent<Name extends keyof ChangeStreamEvents>(
  stream: OpenStream,
  { event, data, ...rest }: { event: Name; data: ChangeStreamEvents[Name]; id: string; retry?: number },
): void {
  const { reply } = stream
  if (!isReading(stream)) return
  reply.sse.send({ event, data, ...rest }).catch((error: unknown) => {
    reply.log.info({ err: error }, 'an event was not sent')
    reply.raw.destroy()
  })
}

/** A comment, which keeps proxies from closing a silent connection. */
export function sendSignOfLife(stream: OpenStream): void {
  if (isReading(stream)) stream.reply.raw.write(': alive\n\n')
}

/**
 * Whether the stream can be written to. Ends the stream of a client that does not read: events would fill the memory. It
 * receives what it has missed when it connects again.
 */
function isReading({ reply }: OpenStream): boolean {
  if (!reply.sse.isConnected || reply.raw.destroyed) return false
  if (!reply.raw.writableNeedDrain) return true
  reply.raw.destroy()
  return false
}
