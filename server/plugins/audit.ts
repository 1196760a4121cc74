import type { AuditProblem } from '#contract/audit.ts'
import { answering } from '#server/identity/asker.ts'
import { auditRefusal } from '#server/identity/audit.ts'
import { Refusal } from '#server/refusal.ts'
import type { App } from '#server/surroundings.ts'

/** Lets whatever is written into the audit log say whose request it was. */
export function rememberAskers(app: App): void {
  app.addHook('onRequest', (request, _reply, done) => answering(request, done))
  // A body is read by its socket, which knows of no request.
  app.addHook('preHandler', (request, _reply, done) => answering(request, done))
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
export function auditRefusals(app: App): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { session, routeOptions } = request
    const action = routeOptions.config.call?.audited
    const problem = error instanceof Refusal ? meaningOf(error) : null
    if (!action || !problem) return
    const fact = { at: app.clock(), action, problem, subjectId: session?.userId ?? null }
    await answering(request, () => auditRefusal(app.database, fact)).catch((failure: unknown) =>
      request.log.error({ err: failure, action, problem }, 'a refusal is missing in the audit log'),
    )
  })
}

/** Values that only a person can have meant are worth a line; a form filled in carelessly is not. */
function meaningOf({ problem, errors = [] }: Refusal): AuditProblem | null {
  if (problem !== 'invalid-values') return ordinary.has(problem) ? null : problem
  const said = new Set(errors.map(({ path, message }) => `${path}: ${message}`))
  if (said.has('currentPassword: wrong')) return 'wrong-password'
  const isCommon = said.has('password: too-common') || said.has('newPassword: too-common')
  return isCommon ? 'common-password' : null
}
