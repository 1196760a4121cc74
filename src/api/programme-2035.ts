import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { callQuery } from './call-query.ts'

/** The offer of a token. */
export const offerQuery = (token: string) => callQuery('GET /{token}', { params: { token } })

/** Students of the user with their eligibility and enrolments. */
export const offerStudentsQuery = (token: string) =>
  callQuery('GET /v1/schedule/offer/{token}/student/list', { params: { token } })

/** Token of the current offer from the menu; null without an offer. */
export function offerTokenOf({ items }: AnswerOf<Calls['GET /v1/system/menu']>): string | null {
  const { url = null } = items.find(({ route }) => route === '2035') ?? {}
  return url && new URL(url, 'https://any').searchParams.get('token')
}

/** Placeholder of a token. */
export const placeholderToken = 'A'.repeat(22)
