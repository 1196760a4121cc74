import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AnswerOf, Call } from '#contract/call.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { App } from '#server/app.ts'
import type { Session } from './session.ts'

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined
type ParsedPart<C, Part extends string> = C extends { [P in Part]: infer S } ? Parsed<S> : undefined

export type Asked<C extends Call> = {
  /** Never null where the call's access asks for someone. */
  session: C['access'] extends { who: 'anyone' } ? Session | null : Session
  params: ParsedPart<C, 'params'>
  query: ParsedPart<C, 'query'>
  body: C extends { rawBody: object } ? Buffer : ParsedPart<C, 'body'>
  headers: ParsedPart<C, 'headers'>
  language: Locale
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<C extends Call> = (asked: Asked<C>) => Promise<AnswerOf<C>> | AnswerOf<C>

/** Registers the handler of a declared call; its access rule, its schemas and its status come from the declaration. */
export function serve<C extends Call>(_app: App, _call: C, _handler: Handler<C>): void {
  throw new Error('not yet')
}
