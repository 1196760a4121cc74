import { refuse } from '#server/refusal.ts'
import { unstorableIn } from '#server/storable.ts'
import type { App } from '#server/surroundings.ts'

/**
 * The one place that refuses characters no database can hold, before anybody reads them: 400 in an address, 422 with the
 * field in a query or a body (decision 048). An address of the browser app is a page, which asks with what it can use.
 */
export function refuseUnstorable(app: App): void {
  app.addHook('onRequest', ({ routeOptions, params }, _reply, done) => {
    if (routeOptions.url !== undefined && unstorableIn(params).length > 0) {
      refuse('unreadable-request', 'The address holds characters that cannot be kept')
    }
    done()
  })

  app.addHook('preValidation', ({ routeOptions, query, body }, _reply, done) => {
    const unstorable = routeOptions.url === undefined ? [] : [...unstorableIn(query), ...unstorableIn(body)]
    const errors = unstorable.map((path) => ({ path, message: 'wrong-characters' }))
    if (errors.length > 0) refuse('invalid-values', 'Characters that cannot be kept', { errors })
    done()
  })
}
