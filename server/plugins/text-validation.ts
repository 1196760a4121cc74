import type { FastifyRequest } from 'fastify'
import type { App } from '#server/app-types.ts'
import { throwProblem } from '#server/http-error.ts'
import { findInvalidText } from '#server/text-validation.ts'

/**
 * Rejects characters that no database can store, before any handler reads them: 400 in path parameters, 422 with the
 * field in a query or a body (decision 048). Pages are excluded: they ignore what they cannot read.
 */
export function textValidation(app: App): void {
  app.addHook('onRequest', ({ routeOptions, params }, _reply, done) => {
    if (!isPage(routeOptions) && findInvalidText(params).length > 0) {
      throwProblem('unreadable-request', 'The address holds characters that cannot be kept')
    }
    done()
  })

  app.addHook('preValidation', ({ routeOptions, query, body }, _reply, done) => {
    const invalid = isPage(routeOptions) ? [] : [...findInvalidText(query), ...findInvalidText(body)]
    const errors = invalid.map((path) => ({ path, message: 'wrong-characters' }))
    if (errors.length > 0) throwProblem('invalid-values', 'Characters that cannot be kept', { errors })
    done()
  })
}

/** Without a URL nothing is registered at the address: it is answered with 404. */
function isPage({ url, config }: FastifyRequest['routeOptions']): boolean {
  return url === undefined || config.page !== undefined
}
