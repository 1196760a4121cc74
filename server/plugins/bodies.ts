import { refuse } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

/** JSON is the only body; an empty one counts as none, because clients send JSON headers with every call (S7). */
export function readJsonOnly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) done(null, undefined)
    else parse(request, textOf(body), done)
  })
}

/** Broken bytes are refused: replaced they would be another text than was meant. */
function textOf(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return refuse('unreadable-request', 'The body is not UTF-8')
  }
}
