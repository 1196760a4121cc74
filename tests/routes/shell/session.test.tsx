import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { config, person, visit } from '#tests/support/browser/browser-app.tsx'

const several = person(['administrator', 'parent', 'teacher'])

test('a user of several groups starts as administrator, switches to parent and sees the parents’ home page', async () => {
  const { here, app } = await visit('/', { 'GET /api/v1/profile': { body: several } })
  await waitFor(() => expect(here()).toBe('/adm-panel/'))
  await screen.findByRole('heading', { level: 1, name: 'Панель администратора' })
  await userEvent.click((await screen.findAllByRole('button', { name: /^Роль:\s*Администратор/ }))[0] as HTMLElement)
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Родитель' }))
  await waitFor(() => expect(here()).toBe('/home-page'))
  expect(app.session.getSnapshot().context.roleGroup).toBe('parent')
})

test('a tab with another user reloads when the user changes elsewhere; with the same user it does nothing (D-5)', async () => {
  const { reloads, app } = await visit('/events', { 'GET /api/v1/profile': { body: person(['parent']) } })
  await waitFor(() => expect(app.session.getSnapshot().context.user).not.toBeNull())
  const otherTab = new BroadcastChannel('personal-account')
  otherTab.postMessage({ type: 'user.changedElsewhere', userId: person([]).id })
  otherTab.postMessage({ type: 'roleGroup.selectedElsewhere', userId: person([]).id, group: 'admin' })
  otherTab.postMessage({ type: 'user.changedElsewhere', userId: null })
  await waitFor(() => expect(reloads()).toBe(1))
  otherTab.close()
})

test('a switch of the role group in another tab is followed here (D-5)', async () => {
  const { here, app } = await visit('/profile', { 'GET /api/v1/profile': { body: person(['parent', 'teacher']) } })
  await waitFor(() => expect(app.session.getSnapshot().context.roleGroup).toBe('parent'))
  const otherTab = new BroadcastChannel('personal-account')
  otherTab.postMessage({ type: 'roleGroup.selectedElsewhere', userId: several.id, group: 'teacher' })
  await waitFor(() => expect(app.session.getSnapshot().context.roleGroup).toBe('teacher'))
  expect(here()).toBe('/profile')
  otherTab.close()
})

const impersonated = person(['parent'], {
  isLoggedAs: true,
  impersonation: { by: 'Администратор Пётр', until: new Date(Date.now() + 600_000).toISOString() },
})

test('after an impersonation the panel has its search and the user’s card', async () => {
  let who = person(['administrator'], { id: 'admin-1' })
  const { app, here } = await visit(`/adm-panel/?search=ольга&user=${impersonated.id}&dialog=login`, {
    'GET /api/v1/profile': () => ({ body: who }),
    [`GET /api/v1/admin/user/${impersonated.id}`]: {
      body: {
        ...person(['parent']),
        status: 'active',
        lastSignInAt: null,
        createdAt: '2025-09-01T09:00:00Z',
        relatives: [],
        contracts: [],
        sessions: [],
        loginAs: { allowed: true, reason: null },
      },
    },
    'POST /api/v1/admin/auth/login-as': () => {
      who = impersonated
      return { body: null, status: 204 }
    },
    'POST /api/v1/admin/auth/logout-as': () => {
      who = person(['administrator'], { id: 'admin-1' })
      return { body: null, status: 204 }
    },
  })
  const dialog = await screen.findByRole('dialog', { name: 'Войти как Мария Соколова' })
  expect(await within(dialog).findByRole('button', { name: 'Войти' })).toBeDefined()
  app.session.send({ type: 'impersonation.start', userId: impersonated.id, reason: 'Не видит договор' })
  await userEvent.click(await screen.findByRole('button', { name: 'Выйти из-под пользователя' }))
  await waitFor(() => expect(decodeURIComponent(here())).toBe(`/adm-panel/?search=ольга&user=${impersonated.id}`))
})

test('ending an impersonation opens the user’s card and reloads the profile (S4)', async () => {
  let own = false
  const { here, callsOf } = await visit('/events', {
    'GET /api/v1/profile': () => ({ body: own ? person(['administrator'], { id: 'admin-1' }) : impersonated }),
    'POST /api/v1/admin/auth/logout-as': () => {
      own = true
      return { body: null, status: 204 }
    },
  })
  const bar = await screen.findByRole('region', { name: 'Вход под пользователем' })
  await userEvent.dblClick(within(bar).getByRole('button', { name: 'Выйти из-под пользователя' }))
  await waitFor(() => expect(here()).toBe(`/adm-panel/?user=${impersonated.id}`))
  expect(screen.queryByRole('region', { name: 'Вход под пользователем' })).toBeNull()
  expect(callsOf('POST /api/v1/admin/auth/logout-as')).toHaveLength(1)
  expect(callsOf('GET /api/v1/profile')).toHaveLength(2)
})

test.each([
  ['whose time has run out meanwhile', { problem: 'session-changed', status: 409 } as const],
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

test('a failure to end an impersonation shows a toast that can be closed (S4)', async () => {
  const { here } = await visit('/events', {
    'GET /api/v1/profile': { body: impersonated },
    'POST /api/v1/admin/auth/logout-as': { problem: 'internal-error', status: 500 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Выйти из-под пользователя' }))
  await screen.findByText('Не удалось выйти из-под пользователя')
  expect(here()).toBe('/events')
  await userEvent.click(screen.getByRole('button', { name: 'Закрыть уведомление' }))
  expect(screen.queryByText('Не удалось выйти из-под пользователя')).toBeNull()
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
  expect(typeof window.ym).toBe(scripts === 1 ? 'function' : 'undefined')
  for (const script of counters()) script.remove()
})

test('the profile service receives the user once, and never without an email (D-31)', async () => {
  const tracking = { ...config.TRACKING, PROFILE_SERVICE_URL: 'https://profiles.example/in' }
  const { beacons, app } = await visit('/profile', {
    'GET /api/v1/system/config': { body: { ...config, TRACKING: tracking } },
    'GET /api/v1/profile': { body: person(['teacher']) },
  })
  await waitFor(() => expect(app.session.getSnapshot().context.user).not.toBeNull())
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

test('the sign-out page shows a failure and can be retried (D-4)', async () => {
  const { left, server } = await visit('/logout', { 'GET /api/v1/auth/logout-link': 'offline' })
  await screen.findByRole('heading', { name: 'Не удалось выйти' })
  server['GET /api/v1/auth/logout-link'] = { body: { url: 'https://lk.school.example/auth/sign-out/token' } }
  await userEvent.click(screen.getByRole('button', { name: 'Попробовать снова' }))
  await waitFor(() => expect(left).toEqual(['https://lk.school.example/auth/sign-out/token']))
})
