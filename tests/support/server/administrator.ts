import type { Role } from '#contract/roles.ts'
import type { TestApp } from './app.ts'
import { type Visitor, visitorOf } from './sign-in.ts'

export const plausibleReason = 'Родитель не видит договор'

/** A signed-in browser whose cookies follow the responses. */
export async function browserOf(
  server: TestApp,
  who: { roles: readonly Role[]; userId?: string },
): Promise<Visitor & { userId: string; sessionId: string }> {
  const { cookies, userId, sessionId } = await server.signInAs(who)
  const visitor = visitorOf(server.app)
  for (const [name, value] of Object.entries(cookies)) visitor.ours.set(name, value)
  return { ...visitor, userId, sessionId }
}

export async function loginAs({ ask }: Visitor, userId: string, reason = plausibleReason) {
  return ask('POST', '/api/v1/admin/auth/login-as', { userId, reason })
}

/** Id of the signed-in user, or the response status without a session. */
export async function whoIs({ ask }: Visitor): Promise<unknown> {
  const answer = await ask('GET', '/api/v1/profile')
  return answer.status === 200 ? answer.json().id : answer.status
}

export function problemOf(answer: { status: number; json: () => Record<string, unknown> }) {
  return { status: answer.status, type: answer.json().type }
}
