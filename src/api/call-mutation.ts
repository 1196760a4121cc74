import type { MutationFunction } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import type { CallArgs } from './http.ts'

/** A GET that begins something: the address it answers with works once, or for minutes. */
type Beginning =
  | 'GET /v1/profile/account/iam-oauth-url/{provider}'
  | 'GET /v1/learning/record-book-link'
  | 'GET /v1/profile/contract/{contractId}/payment/{paymentId}/bill-link'
  | 'GET /v1/profile/contract/{contractId}/document-link'
  | 'GET /v1/profile/tax-deduction'
type Writable = Exclude<keyof Calls, `GET ${string}`> | Beginning
/** What `mutate` takes: nothing for a call that needs nothing. */
type Given<A extends Writable> = unknown extends CallArgs<A> ? undefined : CallArgs<A>

export type CallMutationMeta = {
  /** S8 names calls whose failure is the caller's to show; it leads neither to 403 nor to 500. */
  returnsFailure?: true
}

/** What `useMutation` takes: the key alone; the query client makes the call. */
export type CallMutation<A extends Writable> = {
  mutationKey: readonly [A]
  mutationFn?: MutationFunction<AnswerOf<Calls[A]>, Given<A>>
  meta: CallMutationMeta
}

/**
 * A mutation of one call, the only way in which the browser changes anything outside of a machine:
 *
 *     const change = useMutation(callMutation('PATCH /v1/profile', { returnsFailure: true }))
 *     change.mutate({ body: { firstName } }, { onSuccess: … })
 *
 * The query client makes the call (`src/query-client.ts`). An answer `two-factor-required` (D-26) never reaches the
 * caller unless the person gives up: the two-factor dialog opens and the very same call is made once more, while the
 * mutation stays pending. `error` is then what the caller shows beside its form, by `FailureWords`; a person who
 * gave up leaves the `two-factor-required` itself.
 *
 * A call that is declared `idempotent` (D-25) takes an `idempotencyKey` beside its body: `crypto.randomUUID()`, made by
 * whoever begins the intention, when the form or the dialog opens and not when its button is clicked. A second click,
 * and another try after a failure, then repeat the first and do nothing twice. A new key is made for a new intention:
 * whatever the person changes in the form, and another try of what the server refused (4xx), because a refusal is an
 * answer as well, and its key gives no other.
 */
export function callMutation<A extends Writable>(address: A, meta: CallMutationMeta = {}): CallMutation<A> {
  return { mutationKey: [address], meta }
}
