import { hash } from 'node:crypto'
import type { App } from '#server/surroundings.ts'

/** A call that is declared `revalidated` goes with its ETag, and whoever holds the same answer is told just that: 304. */
export function revalidateAnswers(app: App): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const isRevalidated = request.routeOptions.config.call?.revalidated && reply.statusCode === 200
    if (!isRevalidated || typeof payload !== 'string') return done(null, payload)
    const etag = etagOf(payload)
    reply.header('etag', etag)
    if (!holds(request.headers['if-none-match'], etag)) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, null)
  })
}

/** Weak: the same answer may come compressed in several ways. */
export function etagOf(content: string): string {
  return `W/"${hash('sha256', content, 'base64url')}"`
}

/** Of `If-None-Match`. */
export function holds(tags: string | undefined, etag: string): boolean {
  return tags?.split(/\s*,\s*/).includes(etag) ?? false
}
