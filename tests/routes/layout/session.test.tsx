import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { config, person, visit } from '#tests/support/browser/browser-app.tsx'

const impersonated = person(['parent'], {
  isLoggedAs: true,
  impersonation: { by: 'Администратор Пётр', until: new Date(Date.now() + 600_000).toISOString() },
})

test.each([
  ['that has expired', { problem: 'session-changed', status: 409 } as const],
  ['that another tab has just ended', { problem: 'state-conflict', status: 409 } as const],
])('ending an impersonation %s leads to the panel too', async (_, reply) => {
  let own = false
  const { here } = await visit('/events', {
    'GET /api/v1/profile': () => ({ body: own ? person(['administrator'], { id: 'admin-1' }) : impersonated }),
    'POST /api/v1/admin/auth/logout-as': () => {
      own = true
      return reply
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Выйти из-под пользователя' }))
  await waitFor(() => expect(here()).toBe(`/adm-panel/?user=${impersonated.id}`))
  expect(screen.queryByText('Не удалось выйти из-под пользователя')).toBeNull()
})

test('during an impersonation the URL of the panel leads to the user’s home page (D-5)', async () => {
  const { here } = await visit('/adm-panel/', { 'GET /api/v1/profile': { body: impersonated } })
  await waitFor(() => expect(here()).toBe('/home-page'))
})

test('page views: the label of the page or the route’s name, one per navigation, none for redirects (D-30)', async () => {
  const { app, window } = await visit('/', { 'GET /api/v1/profile': { body: person(['student']) } })
  await waitFor(() => expect(app.router.state.resolvedLocation?.pathname).toBe('/contracts-and-payments'))
  await app.router.navigate({ to: '/schedule' })
  await app.router.navigate({ to: '/profile' })
  expect(window.dataLayer).toEqual([
    { event: 'pageview', page: 'documents_and_payments' },
    { event: 'pageview', page: 'schedule' },
    { event: 'pageview', page: 'profile' },
  ])
})

test.each([
  ['hear of a visit', '/catalog', 1],
  ['are not notified of a URL with a secret', `/not-me/${'A'.repeat(43)}`, 0],
])('third parties %s', async (_what, address, scripts) => {
  const tracking = { ...config.TRACKING, ENABLED: true, COUNTER_IDS: [7] }
  const { app, window } = await visit(address, {
    'GET /api/v1/system/config': { body: { ...config, TRACKING: tracking } },
  })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(app.session.getSnapshot().value).toBe('visitor'))
  const counters = () => document.head.querySelectorAll('script[src^="https://mc.yandex.ru"]')
  await waitFor(() => expect(counters()).toHaveLength(scripts))
  // The view of the first page waits for the counter.
  const calls = [
    [7, 'init', { defer: true }],
    [7, 'hit', address, { title: 'catalog' }],
  ]
  expect(window.ym && { ...window.ym }).toEqual(scripts === 1 ? { a: calls } : undefined)
  for (const script of counters()) script.remove()
})

test('the profile service receives the user once, and never without an email (D-31)', async () => {
  const tracking = { ...config.TRACKING, PROFILE_SERVICE_URL: 'https://profiles.example/in' }
  const { beacons, app } = await visit('/profile', {
    'GET /api/v1/system/config': { body: { ...config, TRACKING: tracking } },
    'GET /api/v1/profile': { body: person(['teacher']) },
  })
  await waitFor(() => expect(beacons).toHaveLength(1))
  expect(app.session.getSnapshot().context.user).not.toBeNull()
  expect(beacons).toEqual([
    'https://profiles.example/in {"id":"11111111-1111-4111-8111-111111111111","crmUuid":null,"firstName":"Мария","lastName":"Соколова","patronym":"Игоревна","roles":["teacher"]}',
  ])
  const { beacons: none } = await visit('/profile', { 'GET /api/v1/profile': { body: person(['teacher']) } })
  expect(none).toEqual([])
})

test('the oauth-result page sends its params unchanged, and replaces the page (D-3)', async () => {
  const { callsOf, left } = await visit(
    '/auth/oauth-result?code=007&state=s%20t&session=5&from_url=%2Fevents&iss=https%3A%2F%2Fid.example&extra=1',
    {
      'POST /api/v1/auth/oauth-result': { body: { location: '/events' } },
    },
  )
  await waitFor(() => expect(left).toEqual(['/events']))
  expect(callsOf('POST /api/v1/auth/oauth-result').map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { code: '007', state: 's t', session: '5', fromUrl: '/events', iss: 'https://id.example' },
  ])
})

test('a trial says on every page that nothing is sent', async () => {
  const replies = {
    'GET /api/v1/profile': { body: person(['student']) },
    'GET /api/v1/system/config': { body: { ...config, SYSTEM: { ...config.SYSTEM, IS_TRIAL: true } } },
  }
  const notice = 'Пробный запуск: письма, СМС, уведомления и вебхуки не отправляются.'
  const { app } = await visit('/events', replies)
  expect(await screen.findByText(notice)).toBeDefined()
  await app.router.navigate({ to: '/schedule' })
  expect(await screen.findByText(notice)).toBeDefined()
})
