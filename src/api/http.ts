import { createFetch, FetchError } from 'ofetch'
import type { AnswerOf, BodyOf, Given, IdempotencyKeyOf, ParamsOf, QueryOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { Failure, type FailureType, readProblem } from './failure.ts'
import { formatQueryString } from './query-string.ts'

/** What a call needs besides its address, as the contract declares it; about `idempotencyKey` see `callMutation`. */
export type CallArgs<A extends keyof Calls> = Given<'params', ParamsOf<Calls[A]>> &
  Given<'query', QueryOf<Calls[A]>> &
  Given<'body', BodyOf<Calls[A]>> &
  Given<'idempotencyKey', IdempotencyKeyOf<Calls[A]>>

type Needed<A extends keyof Calls> = unknown extends CallArgs<A> ? [args?: undefined] : [args: CallArgs<A>]

/** Makes a call of the contract by its address; throws a `Failure` and nothing else. */
export type Http = <A extends keyof Calls>(
  address: A,
  ...rest: [...Needed<A>, options?: { signal?: AbortSignal }]
) => Promise<AnswerOf<Calls[A]>>

/** What `Http` does once the types are satisfied: the address and its parts as plain values. */
export type RawHttp = (address: string, args?: RawArgs, options?: { signal?: AbortSignal }) => Promise<unknown>
export type RawArgs =
  | { params?: Record<string, string>; query?: object; body?: object; idempotencyKey?: string }
  | undefined

/** Who calls, and from where. */
export type Caller = {
  baseURL: string
  language: () => string
  /** The user whose page this is: the server refuses to answer for another (D-5). */
  actingUser: () => string | null
  /** For what only a window can send: a file, with its progress. */
  browser: () => Window & typeof globalThis
}

type HttpOptions = Omit<Caller, 'browser'> & {
  fetch: typeof globalThis.fetch
  /** Told of whatever the server has answered; without a type it went well. */
  onAnswer?: (address: string, requestId: string | null | undefined, type?: FailureType) => void
}

/** A page that waits says so after ten seconds; what changes something may take longer. */
const patienceOf = { reading: 10_000, changing: 15_000 }

export function createRawHttp({ baseURL, language, actingUser, fetch, onAnswer }: HttpOptions): RawHttp {
  const defaults = {
    baseURL,
    retry: false,
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'X-Requested-With': 'lk' },
  } as const
  const client = createFetch({ fetch, Headers, AbortController }).create(defaults)
  return async (address, args, options) => {
    const [method, path] = address.split(' ') as [string, string]
    const user = actingUser()
    const patience = method === 'GET' ? patienceOf.reading : patienceOf.changing
    try {
      const response = await client.raw<unknown, 'text'>(
        fillIn(path, args?.params) + formatQueryString(args?.query ?? {}),
        {
          method,
          responseType: 'text',
          headers: {
            'Accept-Language': language(),
            ...(user === null ? {} : { 'X-Acting-User': user }),
            ...(args?.idempotencyKey === undefined ? {} : { 'Idempotency-Key': args.idempotencyKey }),
          },
          ...(args?.body === undefined ? {} : { body: args.body }),
          signal: AbortSignal.any([AbortSignal.timeout(patience), options?.signal ?? []].flat()),
        },
      )
      onAnswer?.(address, response.headers.get('x-request-id'))
      return response.status === 204 ? undefined : readJson(response.headers, response._data, response.status)
    } catch (error) {
      const failure = asFailure(error)
      if (failure instanceof Failure) onAnswer?.(address, failure.problem?.requestId, failure.type)
      throw failure
    }
  }
}

function fillIn(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** HTML where JSON was expected (a captive portal, a proxy's page) is a failure like any other. */
function readJson(headers: Headers, text: unknown, status: number): unknown {
  const isJson = /^application\/(\w+\+)?json\b/.test(headers.get('content-type') ?? '')
  if (!isJson || typeof text !== 'string') throw new Failure('unreadable', status, null)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Failure('unreadable', status, null, { cause })
  }
}

function asFailure(error: unknown): unknown {
  if (!(error instanceof FetchError)) return error
  const { response, cause } = error
  if (response !== undefined) {
    const problem = readProblem(response.headers, response._data)
    return new Failure(problem?.type ?? 'unknown', response.status, problem, { cause: error })
  }
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'AbortError') return cause
  return new Failure(name === 'TimeoutError' ? 'timeout' : 'offline', null, null, { cause: error })
}
