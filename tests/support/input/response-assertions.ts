import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
import { signInFailures } from '#contract/auth/sign-in-failures.ts'
import { type ProblemType, problemTypes } from '#contract/problem.ts'

const problem = z.strictObject({
  type: z.enum(Object.keys(problemTypes) as ProblemType[]),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
  errors: z
    .array(z.strictObject({ path: z.string(), message: z.string().regex(/^[a-z-]+$/) }))
    .min(1)
    .optional(),
  triesLeft: z.int().optional(),
  retryAfter: z.number().optional(),
  reason: z.enum(signInFailures).optional(),
  requestId: z.string(),
})

/** A stack frame, a statement, or an error text of the database. */
export const internals =
  /\n\s+at |node_modules|\.ts:\d+|\b(select|insert into|update|delete from) "|PostgreSQL|SQLSTATE|violates/

/**
 * The defect of a response to any request; null if there is none. The server itself checks that a 200 response matches
 * its declaration: with CHECK_ANSWERS any difference is a 500.
 */
export function responseDefect(
  { statusCode, headers, body }: LightMyRequestResponse,
  secrets: readonly string[],
): string | null {
  if (statusCode >= 500) return `answers ${statusCode}: ${body}`
  if (internals.test(body)) return `reveals internals: ${body.slice(0, 500)}`
  const secret = secrets.find((one) => body.includes(one))
  if (secret) return `reveals a secret: ${body.slice(0, 500)}`
  const isPage = headers['content-type']?.toString().startsWith('text/html') === true
  if (statusCode < 400 || isPage || body === '') return null
  return problemDefect(statusCode, headers['content-type'], body)
}

/** Errors of the token endpoint (RFC 6749, 5.2). */
const tokenError = /^\{"error":"(?:invalid|unauthorized|unsupported)_[a-z_]+"/

function problemDefect(status: number, type: unknown, body: string): string | null {
  if (tokenError.test(body)) return null
  if (type !== 'application/problem+json') return `refuses with ${status} as ${type}: ${body}`
  const { data, error } = problem.safeParse(JSON.parse(body))
  if (!data) return `is no problem document: ${error.message} in ${body}`
  if (data.status !== status || problemTypes[data.type] !== status) return `is ${data.type} with ${status}`
  return null
}
