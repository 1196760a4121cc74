import type { MutationFunction } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CallArgs } from './http.ts'

/** A GET with a side effect: it returns a URL that works once or for a few minutes. */
type SideEffectGet =
  | 'GET /v1/profile/account/iam-oauth-url/{provider}'
  | 'GET /v1/learning/record-book-link'
  | 'GET /v1/profile/contract/{contractId}/payment/{paymentId}/bill-link'
  | 'GET /v1/profile/contract/{contractId}/operation/{operationId}/receipt-link'
  | 'GET /v1/profile/contract/{contractId}/document-link'
  | 'GET /v1/admin/contract/{contractId}/document-link'
  | 'GET /v1/catalog/basket/{id}/contract-link'
  | 'GET /v1/profile/tax-deduction'
type MutationCall = Exclude<keyof Calls, `GET ${string}`> | SideEffectGet
/** Variables of `mutate`; undefined for a call without arguments. */
type MutationVariables<A extends MutationCall> = unknown extends CallArgs<A> ? undefined : OptionalKey<CallArgs<A>>
/** The query client creates the idempotency key, unless the caller has stored one. */
type OptionalKey<Args> = Args extends { idempotencyKey: infer Key }
  ? Omit<Args, 'idempotencyKey'> & { idempotencyKey?: Key }
  : Args

export type CallMutationMeta = {
  /** The caller shows the error, or a toast if it is gone by then; the app does not navigate to 403 or 500. */
  handlesError?: true
  /** Failures are silent after the page was left too. */
  optional?: true
  /** The call needs an idempotency key. Required exactly where the contract says so. */
  idempotent?: true
}
type MetaOf<A extends MutationCall> = Omit<CallMutationMeta, 'idempotent'> &
  (Calls[A] extends { idempotent: true } ? { idempotent: true } : unknown)

/** Options of `useMutation`. The query client makes the call of the key. */
export type CallMutation<A extends MutationCall> = {
  mutationKey: readonly [A]
  mutationFn?: MutationFunction<AnswerOf<Calls[A]>, MutationVariables<A>>
  meta: CallMutationMeta
}

/**
 * A mutation of one call. The query client makes the call and refetches what it changes (`src/app/query-client.ts`):
 *
 *     const change = useMutation(callMutation('PATCH /v1/profile', { handlesError: true }))
 *     change.mutate({ body: { firstName } })
 *
 * On `two-factor-required` the two-factor dialog opens and the call is repeated while the mutation stays
 * pending. If the user cancels the dialog, `error` is `two-factor-required`.
 *
 * An `idempotent` call says so. The query client then sends one key per call and input: a second press and a
 * retry repeat the first call. A success or a refusal releases the key.
 */
export function callMutation<A extends MutationCall>(
  address: A,
  ...[meta]: object extends MetaOf<A> ? [MetaOf<A>?] : [MetaOf<A>]
): CallMutation<A> {
  return { mutationKey: [address], meta: meta ?? {} }
}
