import { createParser } from 'eventsource-parser'
import { changeStreamPath } from '#contract/change-stream.ts'

type ReceivedEvent = { event: string | undefined; data: unknown; id: string | undefined }

export type StreamReader = AsyncDisposable & {
  status: number
  headers: Headers
  events: readonly ReceivedEvent[]
  comments: readonly string[]
  /** Waits until the stream has this many events. */
  until(count: number): Promise<readonly ReceivedEvent[]>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
}

/** Opens the stream of changes as a browser does, and keeps what it receives. */
export async function readStream(
  address: string,
  { cookies, headers = {} }: { cookies: Record<string, string>; headers?: Record<string, string> },
): Promise<StreamReader> {
  const closing = new AbortController()
  const cookie = Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
  const response = await fetch(`${address}/api${changeStreamPath}`, {
    headers: { accept: 'text/event-stream', cookie, ...headers },
    signal: closing.signal,
  })
  const events: ReceivedEvent[] = []
  const comments: string[] = []
  let changed = Promise.withResolvers<void>()
  const note = () => {
    changed.resolve()
    changed = Promise.withResolvers()
  }
  const parser = createParser({
    onEvent({ event, data, id }) {
      events.push({ event, data: JSON.parse(data), id })
      note()
    },
    onComment(comment) {
      comments.push(comment.trim())
      note()
    },
  })
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) parser.feed(decoder.decode(bytes, { stream: true }))
  }
  const ended = response.ok ? read().catch(() => undefined) : response.body?.cancel().then(() => undefined)
  return {
    status: response.status,
    headers: response.headers,
    events,
    comments,
    async until(count) {
      while (events.length < count) await changed.promise
      return events
    },
    ended: ended ?? Promise.resolve(),
    async [Symbol.asyncDispose]() {
      closing.abort()
      await ended
    },
  }
}
