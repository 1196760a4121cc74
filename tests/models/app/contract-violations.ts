import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { signInFailures } from '#contract/auth/sign-in-failures.ts'
import { type Call, methodOf, pathOf } from '#contract/call.ts'
import { callChanges, type WriteCall } from '#contract/call-changes.ts'
import { declaredCalls } from '#contract/calls.ts'
import { type ProblemType, problemTypes } from '#contract/problem.ts'
import { uuid } from '#contract/schemas.ts'
import type { ApiRequest, NetworkPast, Reply } from '#tests/model-runner/browser/app-under-test.ts'

const patterns = declaredCalls
  .map(({ call }) => ({ call, pattern: patternOf(call) }))
  // `GET /{token}` matches every short path, so routes with fewer literal segments come last.
  .sort((one, other) => namesIn(one.call) - namesIn(other.call))

const problemSchema = z
  .strictObject({
    type: z.enum(Object.keys(problemTypes) as [ProblemType, ...ProblemType[]]),
    title: z.string().min(1),
    status: z.int(),
    detail: z.string().min(1),
    errors: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
    triesLeft: z.int().min(0).optional(),
    retryAfter: z.int().min(0).optional(),
    reason: z.enum(signInFailures).optional(),
    requestId: z.string().optional(),
  })
  .refine(({ type, status }) => problemTypes[type] === status, 'the status is not that of the type')

/** The call of the contract that matches a URL; null if none does. */
export function callAt(address: string): Call | null {
  return patterns.find(({ call, pattern }) => isAt(call, pattern.exec(address)))?.call ?? null
}

/** The contract violation of a request; null for a valid one. */
export function requestViolation(
  { address, query, body, headers }: ApiRequest,
  { languages, answered }: NetworkPast,
): string | null {
  if (address === 'GET /readyz' || address === 'GET /healthz') return null
  const call = callAt(address)
  if (call === null) return 'the contract has no such call'
  const violations = [
    violation('query', call.query ?? z.strictObject({}), query),
    violation('body', call.body ?? z.null(), body),
    headers['x-requested-with'] === 'lk' ? null : 'it does not say X-Requested-With: lk',
    languages.includes(headers['accept-language'] ?? '')
      ? null
      : `it does not say Accept-Language: ${languages.at(-1)}`,
    actingUserViolation(call, headers['x-acting-user'], answered.get('GET /v1/profile')),
    keyViolation(call, headers['idempotency-key']),
  ]
  return violations.find((one) => one !== null) ?? null
}

/** The server refuses a key that is no UUID. */
function keyViolation({ idempotent }: Call, key: string | undefined): string | null {
  if (!idempotent) return null
  if (!key) return 'it has no Idempotency-Key'
  return uuid.safeParse(key).success ? null : `its Idempotency-Key is no UUID: ${key}`
}

/** A write names the user of the last profile, and a read no other one. */
function actingUserViolation(
  { address, access }: Call,
  named: string | undefined,
  profile: Reply | undefined,
): string | null {
  if (profile === undefined || profile === 'offline' || profile.status !== 200) return null
  const { id } = JSON.parse(profile.body) as { id: string }
  // A read, and what visitors may call, may have begun before the profile came.
  if (named === undefined)
    return address.startsWith('GET ') || access.who === 'anyone' ? null : 'it does not say X-Acting-User'
  return named === id ? null : `it says X-Acting-User: ${named} and the user is ${id}`
}

/** The reads that the contract declares as changed by a write. */
export function staleAfter(address: string): readonly string[] {
  const call = callAt(address)?.address
  return call !== undefined && call in callChanges ? callChanges[call as WriteCall] : []
}

/** The contract violation of a scripted response; null if the real server could send it. */
export function responseViolation(address: string, reply: Reply): string | null {
  const call = callAt(address)
  if (call === null || reply === 'offline') return null
  const { status, type, body } = reply
  // A proxy in between answers what it likes.
  if (status >= 500 && type === 'text/html') return null
  if (status >= 400) return violation('problem', problemSchema, JSON.parse(body))
  if (call.answer === undefined) return body === '' ? null : 'it answers without a body'
  const answer: unknown = body === '' ? undefined : JSON.parse(body)
  const parsed = call.answer.safeParse(answer)
  if (!parsed.success) return z.prettifyError(parsed.error)
  return isDeepStrictEqual(parsed.data, answer) ? null : 'it holds more than the answer declares'
}

function violation(part: string, schema: z.ZodType | undefined, value: unknown): string | null {
  const parsed = schema?.safeParse(value)
  return parsed === undefined || parsed.success ? null : `${part}: ${z.prettifyError(parsed.error)}`
}

function patternOf({ address }: Call): RegExp {
  return new RegExp(`^${methodOf(address)} ${pathOf(address).replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

function isAt({ params }: Call, found: RegExpExecArray | null): boolean {
  return found !== null && (params === undefined || params.safeParse({ ...found.groups }).success)
}

function namesIn({ address }: Call): number {
  return address.split('{').length
}
