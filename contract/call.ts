import type { z } from 'zod'
import type { AuditAction } from './audit.ts'
import type { CallLimitName } from './call-limits.ts'
import type { RoleCheck, RoleGroup } from './roles.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Address = `${Method} /${string}`

/** Who may make a call. A person passes `group` with any role of one of the groups, `check` with a role the check names. */
export type Access =
  | { who: 'anyone' }
  | { who: 'signed-in' }
  | { who: 'group'; groups: readonly RoleGroup[] }
  | { who: 'check'; check: RoleCheck }

export type Declaration = {
  summary: string
  access: Access
  /** Not in section 7 of the specification: `x-added` in the OpenAPI document (D-19). */
  added?: true
  /** Where it differs from `isRefusedDuringImpersonation`: a GET that begins a change, or what ends the impersonation. */
  duringImpersonation?: 'allowed' | 'refused'
  /** How often it may be made; without one `change`, or no limit for a GET. */
  limit?: CallLimitName
  /** Rarely changes, and is the same for everybody who may ask: a browser keeps it and asks whether it still holds (ETag). */
  revalidated?: true
  /** Needs a two-factor check that is still fresh; without one 428 `two-factor-required` (D-26). */
  freshTwoFactor?: true
  /** Fields of the body that one role group alone may send (D-9), and only after a fresh two-factor check (D-26). */
  sensitiveFields?: { names: readonly string[]; group: RoleGroup }
  /** As what a refusal of this call stands in the audit log; that it came about is written by whoever makes the change. */
  audited?: AuditAction
  /** Needs an `Idempotency-Key`: the same key gives the same answer and one effect for 24 hours (D-25). */
  idempotent?: true
  /** The body is the file itself (D-24); `body` is then absent. */
  rawBody?: { mediaTypes: readonly string[]; maxBytes: number }
  params?: z.ZodType
  query?: z.ZodType
  headers?: z.ZodType
  body?: z.ZodType
  /** Absent: 204 without a body. */
  answer?: z.ZodType
  /** Status of success where it is not 200 or 204. */
  status?: 201
}

export type Call<A extends Address = Address, D extends Declaration = Declaration> = D & { address: A }

/**
 * Declares one call of the wire, the only form a call has. The address is relative to `/api`;
 * `{name}` in it is a parameter of `params`. The server registers its handler with the value; the
 * browser imports only the type (`contract/calls.ts`), so that no schema reaches its bundle.
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

/** While an administrator is logged in as another user: such a session reads and changes nothing (D-13). */
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

/** A part of a call under its name, or no part at all where the call declares none. */
export type Given<Name extends string, Value> = [Value] extends [undefined] ? unknown : { [N in Name]: Value }
