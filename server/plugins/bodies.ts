import type { App } from '#server/surroundings.ts'

/** JSON is the only body; an empty one counts as none, because clients send JSON headers with every call (S7). */
export function readJsonOnly(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else parse(request, body, done)
  })
}
