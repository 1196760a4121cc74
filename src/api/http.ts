import { createFetch, FetchError } from 'ofetch'
import type { AnswerOf, BodyOf, Given, IdempotencyKeyOf, ParamsOf, QueryOf } from '#contract/call.ts'
import type { Calls } from '#contract/calls.ts'
import { readAfterHeader } from '#contract/change-stream.ts'
import { ApiError, type ApiErrorType, parseProblem } from './api-error.ts'
import { formatQueryString } from './query-string.ts'

/** Arguments of a call as the contract declares them. For `idempotencyKey` see `callMutation`. */
export type CallArgs<A extends keyof Calls> = Given<'params', ParamsOf<Calls[A]>> &
  Given<'query', QueryOf<Calls[A]>> &
  Given<'body', BodyOf<Calls[A]>> &
  Given<'idempotencyKey', IdempotencyKeyOf<Calls[A]>>

type CallParameters<A extends keyof Calls> = unknown extends CallArgs<A> ? [args?: undefined] : [args: CallArgs<A>]

/** Makes a call of the contract; rejects with an `ApiError`. */
export type ApiClient = <A extends keyof Calls>(
  address: A,
  ...rest: [...CallParameters<A>, options?: { signal?: AbortSignal }]
) => Promise<AnswerOf<Calls[A]>>

/** The untyped form of `ApiClient`. */
export type RawApiClient = (address: string, args?: RawCallArgs, options?: { signal?: AbortSignal }) => Promise<unknown>
export type RawCallArgs =
  | { params?: Record<string, string>; query?: object; body?: object; idempotencyKey?: string }
  | undefined

/** Environment of the client. */
export type ClientOptions = {
  baseURL: string
  language: () => string
  /** The user of this page: the server refuses to answer for another one. */
  actingUser: () => string | null
  /** For uploads, which use `XMLHttpRequest` for progress. */
  browser: () => Window & typeof globalThis
}

type RawClientOptions = Omit<ClientOptions, 'browser'> & {
  /** The `after` of the last `ChangedCalls`; null without one. */
  readAfter: () => string | null
  fetch: typeof globalThis.fetch
  /** Called for every response; `type` is undefined for a success. */
  onAnswer?: (address: string, requestId: string | null | undefined, type?: ApiErrorType) => void
}

/** Milliseconds. */
const timeouts = { reading: 10_000, changing: 15_000 }

export function createApiClient({
  baseURL,
  language,
  actingUser,
  readAfter,
  fetch,
  onAnswer,
}: RawClientOptions): RawApiClient {
  const defaults = {
    baseURL,
    retry: false,
    credentials: 'same-origin',
    headers: { Accept: 'application/json', 'X-Requested-With': 'lk' },
  } as const
  /** Reads the whole answer, so that a connection lost meanwhile fails the request: ofetch wraps only errors of those. */
  const fetchComplete = async (...call: Parameters<typeof fetch>) => {
    const response = await fetch(...call)
    await response.clone().arrayBuffer()
    return response
  }
  const client = createFetch({ fetch: fetchComplete, Headers, AbortController }).create(defaults)
  return async (address, args, options) => {
    const [method, path] = address.split(' ') as [string, string]
    const user = actingUser()
    const after = method === 'GET' ? readAfter() : null
    const timeout = method === 'GET' ? timeouts.reading : timeouts.changing
    try {
      const response = await client.raw<unknown, 'text'>(
        fillPath(path, args?.params) + formatQueryString(args?.query ?? {}),
        {
          method,
          responseType: 'text',
          headers: {
            'Accept-Language': language(),
            ...(user === null ? {} : { 'X-Acting-User': user }),
            ...(after === null ? {} : { [readAfterHeader]: after }),
            ...(args?.idempotencyKey === undefined ? {} : { 'Idempotency-Key': args.idempotencyKey }),
          },
          ...(args?.body === undefined ? {} : { body: args.body }),
          signal: AbortSignal.any([AbortSignal.timeout(timeout), options?.signal ?? []].flat()),
        },
      )
      onAnswer?.(address, response.headers.get('x-request-id'))
      return response.status === 204 ? undefined : parseJson(response.headers, response._data, response.status)
    } catch (error) {
      const failure = toApiError(error)
      if (failure instanceof ApiError) onAnswer?.(address, failure.problem?.requestId, failure.type)
      throw failure
    }
  }
}

function fillPath(path: string, params: Record<string, string> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** HTML instead of JSON comes from a captive portal or a proxy. */
function parseJson(headers: Headers, text: unknown, status: number): unknown {
  const isJson = /^application\/(\w+\+)?json\b/.test(headers.get('content-type') ?? '')
  if (!isJson || typeof text !== 'string') throw new ApiError('unreadable', status, null)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError('unreadable', status, null, { cause })
  }
}

function toApiError(error: unknown): unknown {
  if (!(error instanceof FetchError)) return error
  const { response, cause } = error
  if (response !== undefined) {
    const problem = parseProblem(response.headers, response._data)
    return new ApiError(problem?.type ?? 'unknown', response.status, problem, { cause: error })
  }
  const name = cause instanceof Error ? cause.name : ''
  if (name === 'AbortError') return cause
  return new ApiError(name === 'TimeoutError' ? 'timeout' : 'offline', null, null, { cause: error })
}
