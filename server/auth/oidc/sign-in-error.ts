import type { FastifyBaseLogger } from 'fastify'
import type { SignInFailure } from '#contract/auth/sign-in-failures.ts'
import { problemOfSignInFailure } from '#contract/problem.ts'
import type { Database } from '#server/db/client.ts'
import { HttpError } from '#server/http/http-error.ts'
import { type AuditEvent, auditRejection } from '#server/security/audit-log.ts'

/** What the operator needs to know. Must never hold secrets. */
export type SignInFacts = {
  /** Names of settings; null if no setting can be the cause. */
  setting: string | null
  expected: string
  seen: string
}

/** A failed sign-in: `reason` is for the user, `facts` are for the operator. */
export class SignInError extends HttpError {
  declare readonly reason: SignInFailure
  readonly facts: SignInFacts
  /** The provider, if there are several. */
  provider: string | null = null
  /** The user, if the sign-in failed after the user was found. */
  readonly subjectId: string | null

  constructor(reason: SignInFailure, facts: SignInFacts, more: { subjectId?: string; cause?: unknown } = {}) {
    super(problemOfSignInFailure[reason], `The sign-in failed: ${reason}`, { reason })
    this.facts = facts
    this.subjectId = more.subjectId ?? null
    if (more.cause !== undefined) this.cause = more.cause
  }
}

/** The facts in one line, for the audit log. */
function describeFacts({ setting, expected, seen }: SignInFacts): string {
  const sentence = `expected: ${expected}; seen: ${seen}`
  return setting === null ? sentence : `${setting}: ${sentence}`
}

/** One line for the operator. The log of the request adds its id, which the user sees. */
function logSignInFailure(log: FastifyBaseLogger, error: SignInError): void {
  const { reason, facts, provider, status, cause } = error
  const line = { reason, ...(provider !== null && { provider }), ...facts, ...(cause !== undefined && { err: cause }) }
  if (status >= 500) log.error(line, 'a sign-in failed')
  else log.warn(line, 'a sign-in failed')
}

/** Logs a failure and writes it to the audit log. `through`: the provider of a linked account. */
export async function recordSignInFailure(
  { database, log }: { database: Database; log: FastifyBaseLogger },
  error: SignInError,
  { through, ...event }: Pick<AuditEvent, 'at' | 'action' | 'subjectId'> & { through?: string },
): Promise<void> {
  logSignInFailure(log, error)
  const detail = [through ?? error.provider, describeFacts(error.facts)].filter(Boolean).join(': ')
  await auditRejection(database, { ...event, problem: error.reason, detail })
}
