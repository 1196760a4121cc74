import { createParser } from 'eventsource-parser'
import { type ChangedCalls, changeStreamPath } from '#contract/change-stream.ts'

/** What ended a stream, besides its end. */
export type StreamFailure = 'lost' | 'refused' | 'session-ended' | 'for-another'

type StreamHandlers = {
  onOpened: () => void
  onChanged: (changes: ChangedCalls) => void
}

type StreamOptions = {
  baseURL: string
  userId: string
  /** The last event that this browser has seen, or the time of the page's data. */
  lastEventId: string | null
  onEventId: (id: string) => void
  fetch: typeof globalThis.fetch
  signal: AbortSignal
}

/** Milliseconds without a byte after which a connection counts as lost. The server sends a comment every 25 seconds. */
const idleTimeoutMs = 60_000

/**
 * Reads the stream of changes until it ends, and returns why. `fetch` and not `EventSource`: a refusal has a status, and
 * the server checks for whom this page was made.
 */
export async function readChangeStream(
  { baseURL, userId, lastEventId, onEventId, fetch, signal }: StreamOptions,
  { onOpened, onChanged }: StreamHandlers,
): Promise<StreamFailure> {
  const closing = new AbortController()
  const close = () => closing.abort()
  signal.addEventListener('abort', close)
  let watch = setTimeout(close, idleTimeoutMs)
  let isEnded = false
  const parser = createParser({
    onEvent({ event, data, id }) {
      if (id) onEventId(id)
      if (event === 'opened') onOpened()
      else if (event === 'changed') onChanged(JSON.parse(data) as ChangedCalls)
      else if (event === 'session-ended') isEnded = true
    },
  })
  try {
    const response = await fetch(baseURL + changeStreamPath, {
      headers: {
        Accept: 'text/event-stream',
        'X-Requested-With': 'lk',
        'X-Acting-User': userId,
        ...(lastEventId === null ? {} : { 'Last-Event-ID': lastEventId }),
      },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: closing.signal,
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    if (!response.ok || !isStream || response.body === null) return refusalOf(response.status)
    const reader = response.body.getReader()
    const decoder = new TextDecoder()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      clearTimeout(watch)
      watch = setTimeout(close, idleTimeoutMs)
      parser.feed(decoder.decode(value, { stream: true }))
      if (isEnded) break
    }
    close()
  } catch {
    // The connection was lost, or this tab closes it.
  } finally {
    clearTimeout(watch)
    signal.removeEventListener('abort', close)
  }
  return isEnded ? 'session-ended' : 'lost'
}

function refusalOf(status: number): StreamFailure {
  if (status === 401) return 'session-ended'
  if (status === 409) return 'for-another'
  // A server that stops or starts, or a proxy without one.
  return status >= 500 ? 'lost' : 'refused'
}
