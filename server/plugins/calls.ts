import { isDeepStrictEqual } from 'node:util'
import fastifyEtag from '@fastify/etag'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { type AnswerOf, type Call, methodOf, pathOf } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import type { Locale } from '#contract/enumerations.ts'
import type { App, Session } from '#server/app-types.ts'
import type { Transaction } from '#server/db/client.ts'
import { RawJson } from '#server/db/json-select.ts'
import { requestLanguage } from '#server/http/request-language.ts'
import { translatorOf } from '#server/http/school-names.ts'
import { assertFreshTwoFactor, assertMaySendFields, needsTwoFactor } from './authorization.ts'
import { fileRouteOptions } from './body-parsers.ts'
import { runIdempotently } from './idempotency.ts'
import { withReplicas } from './replica-reads.ts'
import { parsePart } from './request-validation.ts'
import { scanUpload } from './virus-scan.ts'

type Part<C, Name extends string> = C extends { [N in Name]: infer S extends z.ZodType } ? z.output<S> : undefined

/** What a handler is given. */
export type CallInput<C extends Call> = ParsedRequest<C> & (C extends { idempotent: true } ? InTransaction : unknown)

type ParsedRequest<C extends Call> = {
  /** Never null where the call needs a session. */
  session: C['access'] extends { who: 'anyone' } ? Session | null : Session
  params: Part<C, 'params'>
  query: Part<C, 'query'>
  headers: Part<C, 'headers'>
  /** The file, where the call declares `rawBody`. */
  body: C extends { rawBody: object } ? Buffer : Part<C, 'body'>
  language: Locale
  request: FastifyRequest
  reply: FastifyReply
}

type InTransaction = {
  /**
   * The only database that the handler of an `idempotent` call may use: its effect and the stored answer are one
   * transaction. `app.database` would wait for a second connection, and the embedded database has one.
   */
  database: Transaction
}

type CallAnswer<C> = AnswerOf<C> | RawJson<AnswerOf<C>>
export type Handler<C extends Call> = (input: CallInput<C>) => Promise<CallAnswer<C>> | CallAnswer<C>

/** Checks the request before a two-factor code is required. It changes nothing. */
type Precheck<C extends Call> = (input: ParsedRequest<C>) => Promise<void>

/**
 * Goes on after the transaction of an idempotent call is committed, with its answer: for what may take long or must not be
 * rolled back. A repeat of the request comes here again with the stored answer, also after an error.
 */
type Continuation<C extends Call> = (answer: AnswerOf<C>, input: ParsedRequest<C>) => Promise<AnswerOf<C>>

type Steps<C extends Call> = { precheck?: Precheck<C>; afterwards?: Continuation<C> }

/** Registers the handler of a declared call. Access, schemas and status come from the declaration. */
export function registerCall<C extends Call>(
  app: App,
  call: C,
  handler: Handler<C>,
  { precheck, afterwards }: Steps<C> = {},
): void {
  const translate = call.answer && translatorOf(call.answer)
  const route: RouteOptions = {
    ...routeOf(call),
    ...(call.rawBody && fileRouteOptions(call.rawBody)),
    async handler(request, reply) {
      const input = {
        session: request.session,
        params: request.params,
        query: parsePart(call.query, request.query, 'query'),
        headers: parsePart(call.headers, request.headers, 'headers'),
        body: call.rawBody ? request.body : parsePart(call.body, request.body, 'body'),
        get language() {
          return requestLanguage(request)
        },
        request,
        reply,
      }
      assertMaySendFields(call, request, app)
      await precheck?.(input as object as ParsedRequest<C>)
      if (needsTwoFactor(call, request, app.env)) assertFreshTwoFactor(request, app)
      if (call.rawBody) await scanUpload(request.body as Buffer, { env: app.env, log: request.log })
      const checked = <Answer>(answer: Answer): Answer => {
        if (app.env.CHECK_ANSWERS) assertAnswerMatchesContract(call, answer)
        return answer
      }
      // The values were parsed with the schemas that the type `CallInput<C>` is derived from.
      const handle = async (given: object) => checked(await handler(given as CallInput<C>))
      const handled = call.idempotent
        ? await runIdempotently(app, call, input, (database) => handle({ ...input, database }))
        : await withReplicas(app, { call, request }, () => handle(input))
      const given = afterwards
        ? checked(await afterwards(handled as AnswerOf<C>, input as object as ParsedRequest<C>))
        : handled
      const names = translate && app.env.SCHOOL.names?.[input.language]
      const answer =
        translate && names ? translate(given instanceof RawJson ? JSON.parse(given.text) : given, names) : given
      reply
        .code(call.status ?? (call.answer ? 200 : 204))
        .header('cache-control', call.revalidated ? 'private, no-cache' : 'no-store')
      return answer instanceof RawJson
        ? reply.type('application/json; charset=utf-8').send(answer.text)
        : reply.send(answer)
    },
  }
  if (call.revalidated) routeWithEtag(app, route)
  else app.route(route)
}

/** Fails the start when a declared call has no handler. */
export function assertEveryCallIsRegistered(app: App): void {
  app.addHook('onReady', async () => {
    const missing = declaredCalls.map(({ call }) => call).filter((call) => !app.hasRoute(routeOf(call)))
    if (missing.length > 0) throw new Error(`No handler for ${missing.map(({ address }) => address).join(', ')}`)
  })
}

function routeOf(call: Call) {
  const url = `/api${pathOf(call.address).replaceAll(/\{(\w+)\}/g, ':$1')}`
  const config = {
    call,
    access: call.access,
    ...(call.acceptsOtherOrigins && { acceptsOtherOrigins: true as const }),
  }
  return { method: methodOf(call.address), url, config } satisfies Partial<RouteOptions>
}

/** In development and tests (`CHECK_ANSWERS`): throws when an answer differs from the contract, undeclared fields included. */
function assertAnswerMatchesContract(call: Call, answer: unknown): void {
  if (!call.answer) {
    if (answer === undefined) return
    throw new Error(`${call.address} is declared without an answer and gave one`)
  }
  const sent: unknown = JSON.parse(answer instanceof RawJson ? answer.text : (JSON.stringify(answer) ?? 'null'))
  const { success, data, error } = call.answer.safeParse(sent)
  if (!success) throw new Error(`${call.address} does not answer as declared: ${error.message}`)
  if (!isDeepStrictEqual(data, sent)) throw new Error(`${call.address} answers with fields that are not declared`)
}

/**
 * Adds a route whose answers carry an ETag and are answered with 304 while they are unchanged. The plugin has no option
 * per route, so the route gets a scope of its own. Weak tags: one answer may be sent with several content encodings.
 */
export function routeWithEtag(app: App, route: RouteOptions): void {
  app.register(async (scope) => {
    await scope.register(fastifyEtag, { algorithm: 'sha256', weak: true })
    scope.route(route)
  })
}
