import { MutationObserver } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { createReauthentication, retryAfterReauthentication } from '#src/actors/reauthentication.ts'
import { ApiError, isDefinitive, toSessionEvent } from '#src/api/api-error.ts'
import { createApiClient } from '#src/api/http.ts'
import { createQueryClient } from '#src/app/query-client.ts'

type Sent = { url: string; method: string | undefined; headers: Record<string, string>; body: unknown }

function httpThat(answer: () => Response | Promise<Response>, user: string | null = null, after: string | null = null) {
  const sent: Sent[] = []
  const http = createApiClient({
    baseURL: '/api',
    language: () => 'en',
    actingUser: () => user,
    readAfter: () => after,
    fetch: async (url, init) => {
      sent.push({
        url: String(url),
        method: init?.method,
        headers: Object.fromEntries(new Headers(init?.headers)),
        body: init?.body,
      })
      return answer()
    },
  })
  return { http, sent }
}

const json = (body: unknown, status = 200, type = 'application/json') =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } })

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw new Error(`Expected a Failure, got ${String(error)}`)
  return error
}

describe('a call', () => {
  test('that reads demands the last change that its page has heard of, one that writes does not', async () => {
    const { http, sent } = httpThat(() => json({}), null, '731')
    await http('GET /v1/things')
    await http('POST /v1/things')
    expect(sent.map(({ headers }) => headers['x-read-after'])).toEqual(['731', undefined])
  })

  test.each([
    ['GET /v1/things', 10_000],
    ['POST /v1/things', 15_000],
  ])('%s times out after %i ms, also with a signal of the caller', async (address, limit) => {
    const expiry = new AbortController()
    const waits = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(expiry.signal)
    const http = createApiClient({
      baseURL: '/api',
      language: () => 'ru',
      actingUser: () => null,
      readAfter: () => null,
      fetch: (_, init) =>
        new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    })
    const failure = failureOf(http(address, undefined, { signal: new AbortController().signal }))
    expiry.abort(new DOMException('', 'TimeoutError'))
    expect([(await failure).type, waits.mock.calls]).toEqual(['timeout', [[limit]]])
    waits.mockRestore()
  })

  test('requests the URL under /api with parameters, brackets and JSON headers', async () => {
    const { http, sent } = httpThat(() => json({ ok: true }), 'user-1')
    const answer = await http('GET /v1/things/{id}', {
      params: { id: 'a/b' },
      query: { courseUuid: ['x', 'y'], filter: { grade: ['5'] }, none: undefined },
    })
    expect(answer).toEqual({ ok: true })
    expect(sent).toEqual([
      {
        url: '/api/v1/things/a%2Fb?courseUuid[]=x&courseUuid[]=y&filter[grade][]=5',
        method: 'GET',
        headers: {
          accept: 'application/json',
          'accept-language': 'en',
          'x-acting-user': 'user-1',
          'x-requested-with': 'lk',
        },
        body: undefined,
      },
    ])
  })

  test('sends the body as JSON and no user header for a visitor', async () => {
    const { http, sent } = httpThat(() => json({ location: null }))
    await http('POST /v1/auth/oauth-result', { body: { code: '007' } })
    expect(sent[0]).toEqual({
      url: '/api/v1/auth/oauth-result',
      method: 'POST',
      headers: {
        accept: 'application/json',
        'accept-language': 'en',
        'content-type': 'application/json',
        'x-requested-with': 'lk',
      },
      body: '{"code":"007"}',
    })
  })

  test('sends the idempotency key, also when repeated after a two-factor check (D-25)', async () => {
    const answers = [
      () => json({ type: 'two-factor-required', status: 428 }, 428, 'application/problem+json'),
      () => json({ uuid: 'ticket-1', number: '12' }, 201),
    ]
    const { http, sent } = httpThat(() => answers.shift()?.() ?? Response.error())
    const confirmation = createReauthentication({ recall: () => null, keep: () => undefined, forget: () => undefined })
    confirmation.subscribe(() => confirmation.isAsked() && confirmation.answer(true))
    const idempotencyKey = '0b6f2d3c-5a31-4a57-8f0e-3f6f1d9f2a10'
    const args = { body: { contentHtml: '<p>Здравствуйте</p>' }, idempotencyKey }
    const answer = await retryAfterReauthentication(confirmation, http)('POST /v1/schedule/ticket/create', args)
    expect(answer).toEqual({ uuid: 'ticket-1', number: '12' })
    const body = '{"contentHtml":"<p>Здравствуйте</p>"}'
    expect(sent.map((request) => [request.headers['idempotency-key'], request.body])).toEqual([
      [idempotencyKey, body],
      [idempotencyKey, body],
    ])
  })

  test('resolves to undefined for 204', async () => {
    const { http } = httpThat(() => new Response(null, { status: 204 }))
    expect(await http('POST /v1/admin/auth/logout-as')).toBeUndefined()
  })

  test.each([401, 409, 429, 500, 503])('is made once, also when the answer is %i (D-33)', async (status) => {
    const { http, sent } = httpThat(() => json({}, status))
    await failureOf(http('GET /v1/profile'))
    expect(sent).toHaveLength(1)
  })
})

/** An answer whose beginning arrives. */
function brokenOff(error: Error): Response {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')),
    pull: (controller) => controller.error(error),
  })
  return new Response(body, { headers: { 'content-type': 'application/json' } })
}

describe('a failure', () => {
  test('contains the problem document of the server', async () => {
    const problem = { type: 'state-conflict', title: 'Conflict', status: 409, detail: 'No place is left' }
    const { http } = httpThat(() => json(problem, 409, 'application/problem+json; charset=utf-8'))
    const failure = await failureOf(http('GET /v1/profile'))
    expect([failure.type, failure.status, failure.problem]).toEqual(['state-conflict', 409, problem])
  })

  test.each<[string, () => Response | Promise<Response>, string, number | null]>([
    [
      'HTML with status 200',
      () => new Response('<p>', { headers: { 'content-type': 'text/html' } }),
      'unreadable',
      200,
    ],
    [
      'JSON cut in the middle',
      () => new Response('{"a":', { headers: { 'content-type': 'application/json' } }),
      'unreadable',
      200,
    ],
    ['an error page of a proxy', () => new Response('<p>', { status: 502 }), 'unknown', 502],
    [
      'a problem of an unknown type',
      () => json({ type: 'new-problem' }, 418, 'application/problem+json'),
      'unknown',
      418,
    ],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'offline', null],
    ['no answer in time', () => Promise.reject(new DOMException('', 'TimeoutError')), 'timeout', null],
    ['a connection lost in the middle of the answer', () => brokenOff(new TypeError('network error')), 'offline', null],
    ['an answer whose end is late', () => brokenOff(new DOMException('', 'TimeoutError')), 'timeout', null],
  ])('of %s is distinguished', async (_, answer, type, status) => {
    const failure = await failureOf(httpThat(answer).http('GET /v1/profile'))
    expect([failure.type, failure.status, failure.problem]).toEqual([type, status, null])
  })

  test.each<[string, number | null, string | null]>([
    ['unauthenticated', 401, 'call.unauthorized'],
    ['role-missing', 403, 'call.forbidden'],
    ['impersonation-forbids', 403, 'call.forbidden'],
    ['internal-error', 500, 'call.broken'],
    ['unavailable', 503, 'call.broken'],
    ['session-changed', 409, 'call.answeredForAnother'],
    ['state-conflict', 409, null],
    ['not-found', 404, null],
    ['invalid-values', 422, null],
    ['two-factor-required', 428, null],
    ['offline', null, null],
  ])('%s (%s) means %s to the session (S8)', (type, status, event) => {
    const failure = new ApiError(type as ApiError['type'], status, null)
    expect(toSessionEvent(failure)?.type ?? null).toBe(event)
    expect(isDefinitive(failure)).toBe(status !== null && status < 500)
  })
})

describe('queries (S7, D-33)', () => {
  test('are retried once after a server error and reported once', async () => {
    vi.useFakeTimers()
    const { http, sent } = httpThat(() => json({}, 503))
    const reported: Error[] = []
    const client = createQueryClient(http, (error) => reported.push(error))
    const done = client.prefetchQuery({ queryKey: ['GET /v1/profile/events'] })
    await vi.advanceTimersByTimeAsync(1000)
    await done
    expect(sent.map(({ url }) => url)).toEqual(['/api/v1/profile/events', '/api/v1/profile/events'])
    expect(reported).toHaveLength(1)
    vi.useRealTimers()
  })

  test('are not retried after a 4xx', async () => {
    const { http, sent } = httpThat(() => json({}, 404))
    await createQueryClient(http, () => undefined).prefetchQuery({ queryKey: ['GET /v1/profile/events'] })
    expect(sent).toHaveLength(1)
  })

  test('are not refetched on window focus, and mutations are never retried', () => {
    const { queries, mutations } = createQueryClient(httpThat(() => json({})).http, () => undefined).getDefaultOptions()
    expect([queries?.refetchOnWindowFocus, mutations?.retry, mutations?.networkMode]).toEqual([false, false, 'always'])
  })
})

describe('idempotent mutations (D-25)', () => {
  test('send one key until a success or a refusal, and another after it or for another input', async () => {
    const answers = [
      () => Promise.reject(new TypeError('connection lost')),
      () => json({}),
      () => json({ type: 'state-conflict', title: 'Over', status: 409 }, 409, 'application/problem+json'),
      () => json({}),
      () => json({}),
    ]
    const { http, sent } = httpThat(() => answers.shift()?.() ?? json({}))
    const queryClient = createQueryClient(http, () => undefined)
    const join = (body: object) =>
      new MutationObserver(queryClient, {
        mutationKey: ['POST /v1/catalog/waiting-list/join'],
        meta: { handlesError: true, idempotent: true },
      })
        .mutate({ body } as never)
        .catch(() => null)
    for (const child of ['a', 'a', 'a', 'a', 'b']) await join({ child })
    const [lost, repeated, refused, again, other] = sent.map(({ headers }) => headers['idempotency-key'])
    expect(lost).toMatch(/^[\da-f-]{36}$/)
    expect(repeated).toBe(lost)
    expect(new Set([repeated, refused, again, other]).size).toBe(4)
  })
})
