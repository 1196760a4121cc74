import type { AnswerOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { callQuery } from './call-query.ts'

/** What the link of a letter «it was not me» is about, and what has come of it. */
export const notMeQuery = (secret: string) => callQuery('GET /v1/auth/not-me/{secret}', { params: { secret } })

export type NotMe = AnswerOf<Calls['GET /v1/auth/not-me/{secret}']>
export type UndoneChange = NotMe['undone'][number]
export type WaysIn = NonNullable<NotMe['waysIn']>
