import type { AuditProblem } from '#contract/audit.ts'
import type { App } from '#server/app-types.ts'
import { auditRejection } from '#server/audit-log.ts'
import { HttpError } from '#server/http-error.ts'
import { runWithRequestContext } from '#server/request-context.ts'

/** Lets whatever is written into the audit log say whose request it was. */
export function requestContext(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => runWithRequestContext(request, done))
  // A body is read by its socket, which knows of no request.
  app.addHook('preHandler', (request, _reply, done) => runWithRequestContext(request, done))
}

/** Steps on the way to a call, or nobody's business but of whoever wrote the page: no attempt at anything. */
const ordinary: ReadonlySet<string> = new Set([
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

/** A refusal of a call that is declared `audited` is written down, wherever it came from, and outside of any transaction. */
export function auditProblems(app: App): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { session, routeOptions } = request
    const action = routeOptions.config.call?.audited
    const problem = error instanceof HttpError ? meaningOf(error) : null
    if (!action || !problem) return
    const fact = { at: app.clock(), action, problem, subjectId: session?.userId ?? null }
    await runWithRequestContext(request, () => auditRejection(app.database, fact)).catch((failure: unknown) =>
      request.log.error({ err: failure, action, problem }, 'a refusal is missing in the audit log'),
    )
  })
}

/** Values that only a person can have meant are worth a line; a form filled in carelessly is not. */
function meaningOf({ type, errors = [] }: HttpError): AuditProblem | null {
  if (type !== 'invalid-values') return ordinary.has(type) ? null : type
  const said = new Set(errors.map(({ path, message }) => `${path}: ${message}`))
  if (said.has('currentPassword: wrong')) return 'wrong-password'
  const isCommon = said.has('password: too-common') || said.has('newPassword: too-common')
  return isCommon ? 'common-password' : null
}
