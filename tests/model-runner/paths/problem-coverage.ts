import type { Call } from '#contract/call.ts'
import { callLimitOf } from '#contract/call-limits.ts'
import { declaredCalls } from '#contract/calls.ts'
import type { ProblemType } from '#contract/problem.ts'
import { casesOf, type Model } from '#tests/model-runner/model.ts'
import { beginningOf } from '#tests/model-runner/moments.ts'

/** All problems that the calls of a machine's actors declare, and those without a case in the model. */
export function problemsOf(model: Model): { all: string[]; unplayed: string[] } {
  const all = Object.entries(model.calls ?? {}).flatMap(([actor, address]) =>
    declaredBy(address).map((type) => ({ actor, type, name: `${actor} | ${type}` })),
  )
  const beginning = beginningOf(model)
  const comes = (actor: string, type: string) =>
    casesOf(model, `xstate.error.actor.${actor}`, beginning).some((one) => problemIn(one.with) === type)
  return {
    all: all.map(({ name }) => name),
    unplayed: all
      .filter(({ actor, type, name }) => !comes(actor, type) && !(name in (model.impossibleProblems ?? {})))
      .map(({ name }) => name),
  }
}

/** The problems of a call that its flow handles; the session handles authentication and access. */
function declaredBy(address: string): ProblemType[] {
  const found = declaredCalls.find(({ call }) => call.address === address)?.call
  if (found === undefined) throw new Error(`No call is declared as ${address}`)
  const { body, query, freshTwoFactor, sensitiveFields }: Call = found
  return [
    ...(body === undefined && query === undefined ? [] : (['invalid-values'] as const)),
    ...(freshTwoFactor || sensitiveFields ? (['two-factor-required'] as const) : []),
    ...(callLimitOf(found) === undefined ? [] : (['too-many-requests'] as const)),
  ]
}

function problemIn(carried: object | undefined): unknown {
  const { error } = (carried ?? {}) as { error?: { type?: unknown; refusal?: unknown } }
  return error?.type ?? error?.refusal
}
