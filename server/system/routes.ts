import { getConfig, getMenu, reportPageError } from '#contract/system.ts'
import type { App } from '#server/app-types.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { toClientConfig } from './client-config.ts'
import { prepareMenuQuery } from './menu.ts'
import { createPageErrorLog } from './page-error-log.ts'

export async function systemRoutes(app: App): Promise<void> {
  const config = toClientConfig(app.env)
  const menu = prepareMenuQuery(app)
  const logPageError = createPageErrorLog(app.clock)

  registerCall(app, getConfig, () => config)
  registerCall(app, reportPageError, async ({ body, request }) => {
    logPageError(request.log, body, request.ip)
    return undefined
  })
  registerCall(app, getMenu, ({ session, language }) => menu(session, language))
}
