import type { z } from 'zod'
import type { CallLimitName } from './call-limits.ts'
import type { AuditAction } from './people/audit.ts'
import type { RoleCheck, RoleGroup } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Address = `${Method} /${string}`

/** Who may make a call. `group`: any role of one of the groups; `check`: a role that the check lists. */
export type Access =
  | { who: 'anyone' }
  | { who: 'signed-in' }
  | { who: 'group'; groups: readonly RoleGroup[] }
  | { who: 'check'; check: RoleCheck }

export type Declaration = {
  summary: string
  access: Access
  /** Not in section 7 of the specification: `x-added` in the OpenAPI document. */
  added?: true
  /**
   * Overrides the default of `isRefusedDuringImpersonation`: a GET with a side effect, or the end of the
   * impersonation.
   */
  duringImpersonation?: 'allowed' | 'refused'
  /** Programs of others make it: it needs no session, and what they send proves itself. */
  acceptsOtherOrigins?: true
  /** Rate limit; default `change`, for a GET none. */
  limit?: CallLimitName
  /** Changes rarely and is the same for all users: cached by the browser with an ETag. */
  revalidated?: true
  /**
   * Requires a recent two-factor check; otherwise 428 `two-factor-required`. `if-available`: not from users
   * without phone and email; `if-configured`: the same, only with `IMPERSONATION_TWO_FACTOR`.
   */
  freshTwoFactor?: true | 'if-available' | 'if-configured'
  /**
   * Fields of the body that only one role group may send (D-9), after a recent two-factor check. `ofOthers`: everyone may send
   * the values that the profile has now.
   */
  sensitiveFields?: { names: readonly ('email' | 'phone')[]; group: RoleGroup; ofOthers?: true }
  /** Action of a refusal in the audit log. The handler itself writes the entry of a success. */
  audited?: AuditAction
  /**
   * Requires an `Idempotency-Key`: the same key returns the same answer without a second effect for 24 hours.
   */
  idempotent?: true
  /** The body is a file; then `body` is absent. */
  rawBody?: { mediaTypes: readonly string[]; maxBytes: number }
  params?: z.ZodType
  query?: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
  /** Absent: 204 without a body. */
  answer?: z.ZodType
  /** Status of success if it is neither 200 nor 204. */
  status?: 201
}

export type Call<A extends Address = Address, D extends Declaration = Declaration> = D & { address: A }

/**
 * Declares one call. The address is relative to `/api`; `{name}` in it is a parameter of `params`. The server
 * registers a handler with the value. The browser imports only the type (`contract/calls.ts`), so that no zod schema
 * reaches its bundle.
 */
export function call<const A extends Address, const D extends Declaration>(address: A, declaration: D): Call<A, D> {
  return { address, ...declaration }
}

export function methodOf(address: Address): Method {
  return address.slice(0, address.indexOf(' ')) as Method
}

export function pathOf(address: Address): string {
  return address.slice(address.indexOf(' ') + 1)
}

/** Whether the call is refused during an impersonation, which is read-only (D-13). */
export function isRefusedDuringImpersonation({ address, duringImpersonation }: Call): boolean {
  return duringImpersonation === undefined ? methodOf(address) !== 'GET' : duringImpersonation === 'refused'
}

type Out<S> = S extends z.ZodType ? z.output<S> : undefined
type In<S> = S extends z.ZodType ? z.input<S> : undefined

export type AnswerOf<C> = C extends { answer: infer S } ? Out<S> : undefined
export type QueryOf<C> = C extends { query: infer S } ? In<S> : undefined
export type BodyOf<C> = C extends { body: infer S } ? In<S> : undefined
export type ParamsOf<C> = C extends { params: infer S } ? In<S> : undefined
export type IdempotencyKeyOf<C> = C extends { idempotent: true } ? string : undefined

/** A named part of a call, or nothing if the call does not declare it. */
export type Given<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [N in Name]: Value }

/** The limit of a call; undefined for most GET calls. */
export function callLimitOf({ limit, address }: Call): CallLimitName | undefined {
  return limit ?? (methodOf(address) === 'GET' ? undefined : 'change')
}
