import type { App } from '#server/app-types.ts'
import { isToken } from '#server/tokens.ts'
import { findServiceAccount } from './access-tokens.ts'

/** Sets `request.service` from the Bearer token of a route for programs. */
export function serviceTokens(app: App): void {
  app.decorateRequest('service', null)
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.access?.who !== 'service') return
    const [, token = ''] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
    if (isToken(token)) request.service = await findServiceAccount(app.database, token, app.clock())
  })
}
