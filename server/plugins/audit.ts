import type { AuditProblem } from '#contract/people/audit.ts'
import type { App } from '#server/app-types.ts'
import { HttpError } from '#server/http/http-error.ts'
import { runWithRequestContext } from '#server/http/request-context.ts'
import { auditRejection } from '#server/security/audit-log.ts'

/** Provides the request context to entries of the audit log. */
export function requestContext(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => runWithRequestContext(request, done))
  // Reading the body continues in a callback of the socket, which has lost the context.
  app.addHook('preHandler', (request, _reply, done) => runWithRequestContext(request, done))
}

/** Refusals that are part of normal use or errors of the page: not audited. */
const unaudited: ReadonlySet<string> = new Set([
  'unreadable-request',
  'unauthenticated',
  'origin-refused',
  'session-changed',
  'two-factor-required',
  'code-too-soon',
  'not-found',
  'internal-error',
  'unavailable',
])

/** Audits refusals of calls that are declared `audited`, outside of any transaction. */
export function auditProblems(app: App): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { session, routeOptions } = request
    const action = routeOptions.config.call?.audited
    const problem = error instanceof HttpError ? auditProblemOf(error) : null
    if (!action || !problem) return
    const event = { at: app.clock(), action, problem, subjectId: session?.userId ?? null }
    await runWithRequestContext(request, () => auditRejection(app.database, event)).catch((failure: unknown) =>
      request.log.error({ err: failure, action, problem }, 'a refusal is missing in the audit log'),
    )
  })
}

/** Of invalid values only a wrong and a common password are audited. */
function auditProblemOf({ type, reason, errors = [] }: HttpError): AuditProblem | null {
  // `auditSignInFailures` writes these.
  if (reason !== undefined) return null
  if (type !== 'invalid-values') return unaudited.has(type) ? null : type
  const faults = new Set(errors.map(({ path, message }) => `${path}: ${message}`))
  if (faults.has('currentPassword: wrong')) return 'wrong-password'
  const isCommon = faults.has('password: too-common') || faults.has('newPassword: too-common')
  return isCommon ? 'common-password' : null
}
