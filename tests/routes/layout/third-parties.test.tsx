import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import type { Role } from '#contract/roles.ts'
import type { Config } from '#contract/system.ts'
import { config, person, visit } from '#tests/support/browser/browser-app.tsx'

const origin = 'https://lk.school.example/'
const consented = { consents: { counters: true, areAsked: false } }
const policies = () => document.head.querySelectorAll('meta[http-equiv="Content-Security-Policy"]')
const scripts = () => [...document.head.querySelectorAll<HTMLScriptElement>('script[src^="https://"]')]
afterEach(() => {
  for (const element of [...scripts(), ...policies()]) element.remove()
})

function open(address: string, tracking: Partial<Config['TRACKING']>, user: Profile | null = null) {
  const body = { ...config, TRACKING: { ...config.TRACKING, ...tracking } }
  return visit(address, {
    'GET /api/v1/system/config': { body },
    ...(user && { 'GET /api/v1/profile': { body: user } }),
  })
}
const student = (rest: Partial<Profile> = {}, roles: Role[] = ['student']) => person(roles, rest)
const pageView = (page: string) => ({
  event: 'pageview',
  page,
  page_title: page,
  page_location: origin + page,
  page_referrer: origin,
})

test('page views: the label of the page or the route’s name, one per navigation, none for redirects (D-30)', async () => {
  const { app, window } = await open('/', {}, student())
  await waitFor(() => expect(app.router.state.resolvedLocation?.pathname).toBe('/contracts-and-payments'))
  await app.router.navigate({ to: '/schedule' })
  await app.router.navigate({ to: '/profile', search: { section: 'devices' } })
  expect(window.dataLayer).toEqual(['documents_and_payments', 'schedule', 'profile'].map(pageView))
})

test('counters get the label of the page in place of its address', async () => {
  const { window } = await open(
    '/contracts-and-payments/0f0e0d0c-0b0a-4908-8706-050403020100?payment=7',
    { NEEDS_CONSENT: true, COUNTER_IDS: [7] },
    student(consented),
  )
  await waitFor(() => expect(scripts().map(({ src }) => src)).toEqual(['https://mc.yandex.ru/metrika/tag.js']))
  const options = {
    defer: true,
    clickmap: false,
    trackLinks: false,
    trackHash: false,
    accurateTrackBounce: false,
    webvisor: false,
  }
  const page = 'documents_and_payments'
  // The view of the first page waits for the counter.
  expect({ ...window.ym }).toEqual({
    a: [
      [7, 'init', options],
      [7, 'hit', origin + page, { title: page, referer: origin }],
    ],
  })
})

const everything = {
  NEEDS_CONSENT: true,
  COUNTER_IDS: [7],
  TAG_MANAGER_ID: 'GTM-1',
  CHAT_SCRIPT_URL: 'https://chat.example/widget.js',
  PROFILE_SERVICE_URL: 'https://profiles.example/in',
}

test('the consent loads all of them, and the profile service has the named fields, once and never an email (D-31)', async () => {
  const user = student(consented)
  const { beacons, app } = await open('/events', everything, user)
  await waitFor(() => expect(beacons).toHaveLength(1))
  await app.router.navigate({ to: '/schedule' })
  expect(scripts().map(({ src }) => src)).toEqual([
    'https://www.googletagmanager.com/gtm.js?id=GTM-1',
    'https://mc.yandex.ru/metrika/tag.js',
    'https://chat.example/widget.js',
  ])
  expect(beacons).toEqual([
    'https://profiles.example/in {"id":"11111111-1111-4111-8111-111111111111","crmUuid":null,"firstName":"Мария","lastName":"Соколова","patronym":"Игоревна","roles":["student"]}',
  ])
})

test.each([
  ['without an answer', '/events', student({ consents: { counters: false, areAsked: true } })],
  ['of a school that asks for nothing', '/events', student()],
  ['of a visitor', '/catalog', null],
  [
    'during an impersonation',
    '/events',
    student({
      ...consented,
      isLoggedAs: true,
      impersonation: { by: 'Администратор Пётр', until: new Date(Date.now() + 600_000).toISOString() },
    }),
  ],
  ['on a page with a secret', `/not-me/${'A'.repeat(43)}`, student(consented)],
  ['on the check of a contract', '/verify', student(consented)],
  ['on an error page', '/404', student(consented)],
  ['where passwords are changed', '/profile?section=security', student(consented)],
  ['in the panel', '/adm-panel/', student(consented, ['administrator'])],
  ['for teachers', '/messages', student(consented, ['teacher'])],
  ['beside the address of a calendar', '/schedule?dialog=feed', student(consented)],
])('nothing is loaded or sent %s', async (_when, address, user) => {
  const { app, beacons, window } = await open(address, everything, user)
  await screen.findAllByRole('heading', { level: 1 })
  await waitFor(() => expect(app.session.getSnapshot().hasTag('settling')).toBe(false))
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  expect([scripts(), beacons, window.dataLayer, window.ym]).toEqual([[], [], undefined, undefined])
})

test('a withdrawal stops them at once, and the next page needs a new document', async () => {
  const stopped: unknown[] = []
  const { app, window, server } = await open('/events', everything, student(consented))
  await waitFor(() => expect(scripts()).toHaveLength(3))
  window.ym = (...call) => void stopped.push(call)
  document.body.append(document.createElement('iframe'))
  server['GET /api/v1/profile'] = { body: student({ consents: { counters: false, areAsked: false } }) }
  app.session.send({ type: 'profile.changed' })
  await waitFor(() => expect(policies()).toHaveLength(1))
  expect(policies()[0]?.getAttribute('content')).toBe(
    "script-src 'self'; connect-src 'self'; img-src 'self' data: blob:; font-src 'self'; frame-src 'none'; form-action 'self'",
  )
  expect(stopped).toEqual([[7, 'destruct']])
  expect(document.querySelectorAll('iframe')).toHaveLength(0)
  const { thirdParties } = app.router.options.context
  expect(thirdParties.needsNewDocument(app.router.state.matches)).toBe(true)
})
