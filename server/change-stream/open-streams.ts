import type { FastifyReply } from 'fastify'
import type { ChangeStreamEvents } from '#contract/change-stream.ts'
import type { Session } from '#server/app-types.ts'
import { throwProblem } from '#server/http-error.ts'

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
export async function sendEvent<Name extends keyof ChangeStreamEvents>(
  { reply }: OpenStream,
  { event, data, ...rest }: { event: Name; data: ChangeStreamEvents[Name]; id: string; retry?: number },
): Promise<void> {
  if (reply.sse.isConnected) await reply.sse.send({ event, data, ...rest })
}
