import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Call, methodOf, pathOf } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import { type ProblemType, problemTypes } from '#contract/problem.ts'

/** A scripted response; `offline` stands for an unreachable server. */
export type Reply = { status: number; type: string; body: string } | 'offline'

/** A call as the browser sent it. */
export type Asked = {
  /** Method and path without `/api`. */
  address: string
  query: object
  body: unknown
  headers: Record<string, string>
}

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
    requestId: z.string().optional(),
  })
  .refine(({ type, status }) => problemTypes[type] === status, 'the status is not that of the type')

/** The call of the contract that matches a URL; null if none does. */
function callAt(address: string): Call | null {
  return patterns.find(({ call, pattern }) => isAt(call, pattern.exec(address)))?.call ?? null
}

/** The contract violation of a request; null for a valid one. */
export function wrongIn({ address, query, body, headers }: Asked): string | null {
  const call = callAt(address)
  if (call === null) return 'the contract has no such call'
  const complaints = [
    complaint('query', call.query ?? z.strictObject({}), query),
    complaint('body', call.body ?? z.null(), body),
    headers['x-requested-with'] === 'lk' ? null : 'it does not say X-Requested-With: lk',
    call.idempotent && !headers['idempotency-key'] ? 'it has no Idempotency-Key' : null,
  ]
  return complaints.find((one) => one !== null) ?? null
}

/** Asserts that a scripted response conforms to the contract: the real server could send it. */
export function requireSound(address: string, reply: Reply): void {
  const call = callAt(address)
  if (call === null || reply === 'offline') return
  const wrong = wrongInReply(call, reply)
  if (wrong !== null) throw new Error(`The script answers ${address} with what the contract does not allow: ${wrong}`)
}

function wrongInReply(call: Call, { status, body }: Exclude<Reply, 'offline'>): string | null {
  if (status >= 400) return complaint('problem', problemSchema, JSON.parse(body))
  if (call.answer === undefined) return body === '' ? null : 'it answers without a body'
  const answer: unknown = body === '' ? undefined : JSON.parse(body)
  const parsed = call.answer.safeParse(answer)
  if (!parsed.success) return z.prettifyError(parsed.error)
  return isDeepStrictEqual(parsed.data, answer) ? null : 'it holds more than the answer declares'
}

function complaint(part: string, schema: z.ZodType | undefined, value: unknown): string | null {
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
