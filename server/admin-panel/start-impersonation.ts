import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BodyOf } from '#contract/call.ts'
import { loginAs } from '#contract/people/admin.ts'
import { impersonationObstacle } from '#server/access/impersonation-rules.ts'
import { selectRoles } from '#server/access/user-columns.ts'
import type { App, Session } from '#server/app-types.ts'
import { startImpersonation } from '#server/auth/impersonation/impersonation.ts'
import { setSessionCookie } from '#server/auth/sessions/session-plugin.ts'
import { users } from '#server/db/schema/people.ts'
import { HttpError, throwProblem } from '#server/http/http-error.ts'
import { audit } from '#server/security/audit-log.ts'

type ImpersonationRequest = {
  session: Session
  body: BodyOf<typeof loginAs>
  request: FastifyRequest
  reply: FastifyReply
}

/** Starts an impersonation with a new session token. */
export async function startImpersonationSession(
  app: App,
  { session, body, request, reply }: ImpersonationRequest,
): Promise<undefined> {
  const { database, env, clock } = app
  const { userId, reason, ticketNumber = '' } = body
  const [user] = await database
    .select({ roles: selectRoles(users.id), joinedInto: users.joinedInto })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) throwProblem('not-found', 'No such user')
  if (user.joinedInto !== null) throwProblem('state-conflict', 'The account is joined to another one')
  const obstacle = impersonationObstacle(session, { userId, roles: user.roles })
  if (obstacle) throwProblem('target-not-weaker', `Impersonation is not allowed: ${obstacle}`)
  const token = await startImpersonation(database, {
    sessionId: session.id,
    userId,
    reason,
    ticketNumber: ticketNumber || null,
    now: clock(),
    address: request.ip,
  })
  if (token === null) throwProblem('session-changed', 'The administrator has signed out, or another tab was first')
  setSessionCookie(reply, env, token)
}

/** Audits denied impersonations, whichever check denied them. */
export function auditDeniedImpersonation(app: App): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { session, routeOptions } = request
    if (routeOptions.config.call !== loginAs || !session || !(error instanceof HttpError)) return
    if (error.status !== 403) return
    await audit(app.database, {
      at: app.clock(),
      action: 'impersonation.refused',
      actorId: session.administrator?.userId ?? session.userId,
      address: request.ip,
      problem: error.type,
      ...(await requestedSubject(app, request)),
    })
  })
}

/** The body is not validated yet if the access check has denied the call. */
async function requestedSubject({ database }: App, { body }: FastifyRequest) {
  const { success, data } = loginAs.body.safeParse(body)
  if (!success) return { subjectId: null, reason: null }
  const [subject] = await database.select({ id: users.id }).from(users).where(eq(users.id, data.userId))
  return { subjectId: subject?.id ?? null, reason: data.reason }
}
