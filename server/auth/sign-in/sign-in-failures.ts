import type { FastifyRequest } from 'fastify'
import { signInFailureAddress } from '#contract/auth/sign-in-failures.ts'
import type { App } from '#server/app-types.ts'
import { recordSignInFailure, SignInError } from '#server/auth/oidc/sign-in-error.ts'
import { runWithRequestContext } from '#server/http/request-context.ts'

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

/** Records a sign-in that failed between two pages. Returns the address of the page that explains it. */
export async function recordFailureOnTheWay(
  { database, clock }: App,
  { id, log }: FastifyRequest,
  { error, fromUrl }: { error: SignInError; fromUrl: string },
): Promise<string> {
  await recordSignInFailure({ database, log }, error, { at: clock(), action: 'sign-in.issuer', subjectId: null })
  return signInFailureAddress({ reason: error.reason, requestId: id, from: fromUrl })
}
