import { eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { loginAs } from '#contract/admin.ts'
import { users } from '#server/db/schema/people.ts'
import { audit } from '#server/identity/audit.ts'
import { startImpersonation } from '#server/identity/impersonation.ts'
import { loginAsObstacle } from '#server/identity/impersonation-rules.ts'
import { rolesOf } from '#server/identity/person.ts'
import { setSessionCookie } from '#server/plugins/session.ts'
import { Refusal, refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'

type Wanted = {
  session: Session
  body: { userId: string; reason: string }
  request: FastifyRequest
  reply: FastifyReply
}

/** Logs the administrator in as a weaker user, under a new session id (D-1, D-13, D-37). */
export async function startLoginAs(app: App, { session, body, request, reply }: Wanted): Promise<undefined> {
  const { database, env, clock } = app
  const { userId, reason } = body
  const [user] = await database
    .select({ roles: rolesOf(users.id) })
    .from(users)
    .where(eq(users.id, userId))
  if (!user) refuse('not-found', 'There is no such user')
  const obstacle = loginAsObstacle(session, { userId, roles: user.roles })
  if (obstacle) refuse('target-not-weaker', `Nobody can be logged in as who is ${obstacle}`)
  const token = await startImpersonation(database, {
    sessionId: session.id,
    userId,
    reason,
    now: clock(),
    address: request.ip,
  })
  if (token === null) refuse('session-changed', 'The administrator has signed out, or another tab was first')
  setSessionCookie(reply, env, token)
}

/** Whoever was not let in is written down too, wherever the refusal came from: from roles, from within, from the rules. */
export function auditRefusedLoginAs(app: App): void {
  app.addHook('onError', async (request, _reply, error) => {
    const { session, routeOptions } = request
    if (routeOptions.config.call !== loginAs || !session || !(error instanceof Refusal)) return
    if (error.status !== 403) return
    await audit(app.database, {
      at: app.clock(),
      action: 'impersonation.refused',
      actorId: session.administrator?.userId ?? session.userId,
      address: request.ip,
      problem: error.problem,
      ...(await wishOf(app, request)),
    })
  })
}

/** Nothing of the body is judged yet where the roles have already refused it. */
async function wishOf({ database }: App, { body }: FastifyRequest) {
  const { success, data } = loginAs.body.safeParse(body)
  if (!success) return { subjectId: null, reason: null }
  const [subject] = await database.select({ id: users.id }).from(users).where(eq(users.id, data.userId))
  return { subjectId: subject?.id ?? null, reason: data.reason }
}
