import type { LightMyRequestResponse } from 'fastify'
import { z } from 'zod'
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
  requestId: z.string(),
})

/** A frame of a stack, a statement, or what only the database says. */
export const inner =
  /\n\s+at |node_modules|\.ts:\d+|\b(select|insert into|update|delete from) "|PostgreSQL|SQLSTATE|violates/

/**
 * What is wrong with an answer, whatever was asked; null for nothing. That an answer of 200 is what its call declares,
 * to the last field, is the server's own word: with CHECK_ANSWERS anything else is a 500.
 */
export function faultOf(
  { statusCode, headers, body }: LightMyRequestResponse,
  secrets: readonly string[],
): string | null {
  if (statusCode >= 500) return `answers ${statusCode}: ${body}`
  if (inner.test(body)) return `tells what is inside: ${body.slice(0, 500)}`
  const secret = secrets.find((one) => body.includes(one))
  if (secret) return `tells a secret: ${body.slice(0, 500)}`
  const isPage = headers['content-type']?.toString().startsWith('text/html') === true
  if (statusCode < 400 || isPage || body === '') return null
  return faultOfRefusal(statusCode, headers['content-type'], body)
}

function faultOfRefusal(status: number, type: unknown, body: string): string | null {
  if (type !== 'application/problem+json') return `refuses with ${status} as ${type}: ${body}`
  const { data, error } = problem.safeParse(JSON.parse(body))
  if (!data) return `is no problem document: ${error.message} in ${body}`
  if (data.status !== status || problemTypes[data.type] !== status) return `is ${data.type} with ${status}`
  return null
}
