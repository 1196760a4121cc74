import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { foundCourses } from '#tests/support/samples/catalog-samples.ts'

const parent = { body: person(['parent']) }
const signInReply = { body: { location: 'https://id.example/auth?state=1' } }

describe('when a call fails (S8)', () => {
  test('401: requests the sign-in URL with the URL of the page, and replaces the page', async () => {
    const { left, callsOf, here } = await visit('/events?filter[format][]=webinar', {
      'GET /api/v1/profile/events': { problem: 'unauthenticated', status: 401 },
      'GET /api/v1/auth/redirect-to-oauth-provider': signInReply,
    })
    await waitFor(() => expect(left).toEqual(['https://id.example/auth?state=1']))
    const requests = callsOf('GET /api/v1/auth/redirect-to-oauth-provider')
    expect(requests.map(({ url }) => url.searchParams.get('from_url'))).toEqual([here()])
    expect(callsOf('GET /api/v1/profile/events')).toHaveLength(1)
  })

  test('401 while the identity provider is down: the 500 page says so and returns to the page', async () => {
    const requestId = '0b5d1c4e-7a55-4c55-9d07-1f3c9d1f2a11'
    const { here } = await visit('/events', {
      'GET /api/v1/profile/events': { problem: 'unauthenticated', status: 401 },
      'GET /api/v1/auth/redirect-to-oauth-provider': {
        problem: 'provider-unreachable',
        status: 502,
        reason: 'provider-unreachable',
        requestId,
      },
    })
    await screen.findByText('Сервис входа не отвечает.')
    expect(here()).toBe(`/500?after=sign-in&reason=provider-unreachable&request=${requestId}&from=%2Fevents`)
  })

  test.each<[string, Reply | (() => Promise<Reply>), string]>([
    ['the connection is lost', 'offline', 'Нет связи с сервером. Проверьте подключение к интернету.'],
    [
      'the server does not respond',
      () => Promise.reject(Object.assign(new Error(), { name: 'TimeoutError' })),
      'Сервер не ответил вовремя. Попробуйте ещё раз.',
    ],
    [
      'there were too many requests',
      { problem: 'too-many-requests', status: 429 },
      'Слишком много попыток. Подождите немного и попробуйте ещё раз.',
    ],
    [
      'the server has no URL',
      { body: { location: '' } },
      'Что-то пошло не так. Попробуйте ещё раз или обратитесь в поддержку.',
    ],
  ])('«Войти» is busy, and a toast says why it failed: %s', async (_, reply, text) => {
    const answer = Promise.withResolvers<void>()
    await visit('/catalog', {
      'GET /api/v1/catalog/course/list': { body: foundCourses() },
      'GET /api/v1/auth/redirect-to-oauth-provider': async () => {
        await answer.promise
        return typeof reply === 'function' ? reply() : reply
      },
    })
    await screen.findByRole('article')
    const button = screen.getByRole('button', { name: 'Войти' })
    await userEvent.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    answer.resolve()
    await screen.findByText('Не удалось войти')
    expect(screen.getByText(text)).toBeTruthy()
    await waitFor(() => expect(button.hasAttribute('aria-busy')).toBe(false))
    // What a visitor reads stays.
    expect(screen.getByRole('article')).toBeTruthy()
  })

  test('an ended session without a sign-in URL removes the user’s data from the screen', async () => {
    const { app, server } = await visit('/events', {
      'GET /api/v1/profile': parent,
      'GET /api/v1/profile/events': {
        body: [
          {
            uuid: '00000000-0000-4000-8000-000000000001',
            title: 'Собрание вашего класса',
            summary: '',
            category: 'Собрание',
            format: 'offline',
            startsAt: '2099-01-01T10:00:00Z',
            endsAt: '2099-01-01T11:00:00Z',
            place: null,
            url: null,
            imageUrl: null,
          },
        ],
      },
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: '' } },
    })
    await screen.findByText('Собрание вашего класса')
    server['GET /api/v1/profile/events'] = { problem: 'unauthenticated', status: 401 }
    app.session.send({ type: 'call.unauthorized' })
    await screen.findByText('Нужно войти')
    expect(screen.queryByText('Собрание вашего класса')).toBeNull()
  })

  test('a click on a link that is still preloading navigates', async () => {
    const answer = Promise.withResolvers<Reply>()
    const { app, left, callsOf } = await visit('/profile', {
      'GET /api/v1/profile': { body: person(['teacher']) },
      'GET /api/v1/profile/events': () => answer.promise,
      'GET /api/v1/auth/redirect-to-oauth-provider': signInReply,
    })
    await screen.findByRole('heading', { level: 1 })
    const hover = app.router.preloadRoute({ to: '/events' })
    await waitFor(() => expect(callsOf('GET /api/v1/profile/events')).toHaveLength(1))
    const press = app.router.navigate({ to: '/events' })
    answer.resolve({ problem: 'unauthenticated', status: 401 })
    await Promise.all([hover, press])
    await waitFor(() => expect(left).toEqual(['https://id.example/auth?state=1']))
  })

  test('a server that does not respond: the page says so, can be retried, and keeps retrying', async () => {
    const silence = new Promise<never>(() => undefined)
    const expiry = Object.assign(new Error(), { name: 'TimeoutError' })
    const tries = [() => Promise.reject(expiry), () => silence, async () => ({ body: [] })]
    const { callsOf } = await visit('/events', {
      'GET /api/v1/profile': parent,
      'GET /api/v1/profile/events': () => (tries.shift() ?? (() => silence))(),
    })
    await screen.findByText('Сервер не ответил вовремя. Попробуйте ещё раз.')
    await waitFor(() => expect(callsOf('GET /api/v1/profile/events')).toHaveLength(2), { timeout: 3000 })
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    await waitFor(() => expect(screen.queryByText('Сервер не ответил вовремя. Попробуйте ещё раз.')).toBeNull())
    expect(callsOf('GET /api/v1/profile/events')).toHaveLength(3)
  })

  test.each([500, 502, 503])('%i: asks once more, then shows the 500 page', async (status) => {
    const { here, callsOf } = await visit('/events', {
      'GET /api/v1/profile': parent,
      'GET /api/v1/profile/events': { problem: 'internal-error', status },
    })
    await screen.findByRole('heading', { name: 'Внутренняя ошибка сервера' }, { timeout: 3000 })
    expect(here()).toBe('/500?from=%2Fevents')
    expect(callsOf('GET /api/v1/profile/events')).toHaveLength(2)
  })

  test.each<[string, Reply, string]>([
    ['the network is gone', 'offline', 'Нет связи с сервером. Проверьте подключение к интернету.'],
    [
      'a proxy answers with its own HTML page',
      { html: '<h1>Wi-Fi</h1>' },
      'Сервер прислал непонятный ответ. Возможно, мешает сеть: попробуйте другую или обновите страницу.',
    ],
    ['a row is gone', { problem: 'not-found', status: 404 }, 'Такой записи нет или она вам не принадлежит.'],
  ])('%s: the failed part shows an error, the page stays', async (_, reply, text) => {
    const { here, server } = await visit('/events', {
      'GET /api/v1/profile': parent,
      'GET /api/v1/profile/events': reply,
    })
    await screen.findByText(text, {}, { timeout: 3000 })
    expect(here()).toBe('/events')
    server['GET /api/v1/profile/events'] = { body: [] }
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    await waitFor(() => expect(screen.queryByText(text)).toBeNull())
  })
})
