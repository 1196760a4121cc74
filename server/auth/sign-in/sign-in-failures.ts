import type { App } from '#server/app-types.ts'
import { recordSignInFailure, SignInError } from '#server/auth/oidc/sign-in-error.ts'
import { runWithRequestContext } from '#server/request-context.ts'

/** Logs and audits failed sign-ins of calls that are declared `audited`. */
export function auditSignInFailures(app: App): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { session, routeOptions, log } = request
    const action = routeOptions.config.call?.audited
    if (!(error instanceof SignInError) || !action) return
    const event = { at: app.clock(), action, subjectId: error.subjectId ?? session?.userId ?? null }
    await runWithRequestContext(request, () =>
      recordSignInFailure({ database: app.database, log }, error, event),
    ).catch((failure: unknown) => log.error({ err: failure, action }, 'a failed sign-in is missing in the audit log'))
  })
}
