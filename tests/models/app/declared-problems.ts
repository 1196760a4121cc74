import { type Call, callLimitOf } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'

/** The problems of each actor's call that its flow handles; the session handles authentication and access. */
export function declaredProblems(calls: Record<string, string>): Record<string, readonly string[]> {
  return Object.fromEntries(Object.entries(calls).map(([actor, address]) => [actor, problemsOf(address)]))
}

function problemsOf(address: string): string[] {
  const found = declaredCalls.find(({ call }) => call.address === address)?.call
  if (found === undefined) throw new Error(`No call is declared as ${address}`)
  const { body, query, freshTwoFactor, sensitiveFields }: Call = found
  return [
    ...(body === undefined && query === undefined ? [] : ['invalid-values']),
    ...(freshTwoFactor || sensitiveFields ? ['two-factor-required'] : []),
    ...(callLimitOf(found) === undefined ? [] : ['too-many-requests']),
  ]
}
