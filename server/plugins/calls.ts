import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { type AnswerOf, type Call, methodOf, pathOf } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { Transaction } from '#server/db/client.ts'
import { Spelled } from '#server/db/spelled.ts'
import { languageOf } from '#server/language.ts'
import type { App, Session } from '#server/surroundings.ts'
import { refuseSensitiveFields, refuseStaleTwoFactor } from './access.ts'
import { checkAnswer } from './answer-check.ts'
import { answerOnce } from './idempotency.ts'
import { read } from './invalid-values.ts'
import { fileRouteOf } from './raw-bodies.ts'

type Part<C, Name extends string> = C extends { [N in Name]: infer S extends z.ZodType } ? z.output<S> : undefined

export type Asked<C extends Call> = Read<C> & (C extends { idempotent: true } ? InTransaction : unknown)

type Read<C extends Call> = {
  /** Never null where the call's access asks for someone. */
  session: C['access'] extends { who: 'anyone' } ? Session | null : Session
  params: Part<C, 'params'>
  query: Part<C, 'query'>
  headers: Part<C, 'headers'>
  /** The file itself where the call declares `rawBody`. */
  body: C extends { rawBody: object } ? Buffer : Part<C, 'body'>
  language: Locale
  request: FastifyRequest
  reply: FastifyReply
}

type InTransaction = {
  /**
   * All that the handler of an `idempotent` call may read and write with (D-25): its effect and the record of its
   * answer are one. `app.database` would be a second connection, and the embedded database has only one.
   */
  database: Transaction
}

type Given<C> = AnswerOf<C> | Spelled<AnswerOf<C>>
export type Handler<C extends Call> = (asked: Asked<C>) => Promise<Given<C>> | Given<C>

/** Says no, or nothing, before anybody is asked for a two-factor code; it changes nothing. */
type Judge<C extends Call> = (asked: Read<C>) => Promise<void>

/** Registers the handler of a declared call; access, schemas and status come from the declaration. */
export function serve<C extends Call>(app: App, call: C, handler: Handler<C>, judge?: Judge<C>): void {
  app.route({
    ...routeOf(call),
    ...(call.rawBody && fileRouteOf(call.rawBody)),
    async handler(request, reply) {
      const asked = {
        session: request.session,
        params: request.params,
        query: read(call.query, request.query, 'query'),
        headers: read(call.headers, request.headers, 'headers'),
        body: call.rawBody ? request.body : read(call.body, request.body, 'body'),
        get language() {
          return languageOf(request)
        },
        request,
        reply,
      }
      refuseSensitiveFields(call, request, app)
      await judge?.(asked as object as Read<C>)
      if (call.freshTwoFactor) refuseStaleTwoFactor(request, app)
      const handle = async (given: object) => {
        // The declaration that gives `Asked<C>` its type is the one these values were just parsed by.
        const answer = await handler(given as Asked<C>)
        if (app.env.CHECK_ANSWERS) checkAnswer(call, answer)
        return answer
      }
      const answer = call.idempotent
        ? await answerOnce(app, call, asked, (database) => handle({ ...asked, database }))
        : await handle(asked)
      reply
        .code(call.status ?? (call.answer ? 200 : 204))
        .header('cache-control', call.revalidated ? 'private, no-cache' : 'no-store')
      return answer instanceof Spelled
        ? reply.type('application/json; charset=utf-8').send(answer.text)
        : reply.send(answer)
    },
  })
}

/** A call that is declared and served by nobody ends the start: nothing is promised that is not there. */
export function requireEveryCall(app: App): void {
  const missing = declaredCalls.map(({ call }) => call).filter((call) => !app.hasRoute(routeOf(call)))
  if (missing.length > 0) throw new Error(`Nobody serves ${missing.map(({ address }) => address).join(', ')}`)
}

function routeOf(call: Call) {
  const url = `/api${pathOf(call.address).replaceAll(/\{(\w+)\}/g, ':$1')}`
  const config = { call, access: call.access }
  return { method: methodOf(call.address), url, config } satisfies Partial<RouteOptions>
}
