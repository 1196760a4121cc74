import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { callQuery } from './call-query.ts'

/** The change that the link of a security email can revert, and the result. */
export const securityRevertQuery = (secret: string) => callQuery('GET /v1/auth/not-me/{secret}', { params: { secret } })

export type SecurityRevert = AnswerOf<Calls['GET /v1/auth/not-me/{secret}']>
export type RevertedChange = SecurityRevert['reverted'][number]
export type SignInMethods = NonNullable<SecurityRevert['signInMethods']>
