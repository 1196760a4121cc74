import { parse } from 'node:querystring'
import type { FastifyInstance } from 'fastify'

/** Routes of this scope take only forms. The body is an object; a field that is repeated is a list. */
export function acceptOnlyForms(
  scope: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, parse(String(body))),
  )
}
