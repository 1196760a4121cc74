import { createMemoryHistory } from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import { type Role, roles } from '#contract/roles.ts'
import { fixedClock } from '#src/app/clock.ts'
import { createApp } from '#src/app/create-app.tsx'
import { config, person, visit } from '#tests/support/browser/browser-app.tsx'

/** The redirect target of each URL for a user of one role: '=' means no redirect. */
const addresses = [
  '/',
  '/catalog',
  '/catalog/comparison',
  '/contracts-and-payments',
  '/contracts-and-payments/some-id',
  '/events',
  '/news',
  '/messages',
  '/home-page',
  '/profile',
  '/progress',
  '/homework',
  '/schedule',
  '/2035',
  '/change-schedule',
  '/tax-deduction',
  '/grade-book/',
  '/adm-panel/',
  '/learning-progress',
  '/no-such-page',
] as const
type Address = (typeof addresses)[number]

const contracts = '/contracts-and-payments'
const ordinary: Partial<Record<Address, string>> = {
  '/': contracts,
  '/adm-panel/': '/403',
  '/learning-progress': '/403',
  '/no-such-page': '/404',
}
const administrator: Record<Address, string> = {
  ...(Object.fromEntries(addresses.map((address) => [address, '/adm-panel/'])) as Record<Address, string>),
  '/no-such-page': '/404',
}

const landings: Record<Role | 'visitor' | 'withoutRole', Partial<Record<Address, string>>> = {
  visitor: ordinary,
  withoutRole: ordinary,
  administrator,
  super_administrator: administrator,
  user_manager: administrator,
  team_leader: ordinary,
  admin_u2035: ordinary,
  innopolis_verificator: ordinary,
  parent: { ...ordinary, '/': '/home-page', '/learning-progress': '=' },
  spo_parent: ordinary,
  academy_parent: ordinary,
  edcheck_parent: ordinary,
  teacher: { ...ordinary, '/': '/profile' },
  innopolis_teacher: ordinary,
  student: { ...ordinary, '/home-page': '/403' },
  innopolis_student: ordinary,
  edcheck_student: ordinary,
  spo_student: ordinary,
  academy_student: ordinary,
  rtk_user: ordinary,
  edcheck_user: ordinary,
}

const ticket = '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c01'
const people = ['visitor', 'withoutRole', ...roles] as const

describe.each(people)('a person who is %s', (who) => {
  test.each(addresses)('opens %s', async (address) => {
    const landing = landings[who][address] ?? '='
    const profile = who === 'visitor' ? null : person(who === 'withoutRole' ? [] : [who])
    expect(await landingOf(address, profile)).toBe(landing === '=' ? address : landing)
  })
})

test.each([
  ['administrator', '/adm-panel/', {}],
  ['parent', '/home-page', {}],
  ['spo_parent', contracts, { tab: 'today' }],
  ['student', contracts, { tab: 'today' }],
  ['teacher', '/profile', { tab: 'today' }],
  ['team_leader', contracts, { tab: 'today' }],
] as const)('the first page of a %s is at %s and shows the day of the user', async (role, path, search) => {
  expect(await locationAfter('/', person([role]))).toMatchObject({ pathname: path, search })
})

test.each([
  ['parent', '/events?tickets=list', '/messages', {}],
  ['student', `/schedule?tickets=${ticket}`, '/messages', { ticket }],
  ['administrator', `/messages?ticket=${ticket}`, '/adm-panel/', { tab: 'tickets' }],
] as const)('a link of a %s to messages, %s, leads to their page', async (role, address, pathname, search) => {
  expect(await locationAfter(address, person([role]))).toMatchObject({ pathname, search })
})

test('the first page of a user without a role says how to get one', async () => {
  expect((await locationAfter('/', person([]))).search).toEqual({})
})

async function landingOf(address: string, profile: Profile | null): Promise<string> {
  return (await locationAfter(address, profile)).pathname
}

/** The location that the guard and the routes lead to; nothing is rendered and no request is answered. */
async function locationAfter(address: string, profile: Profile | null) {
  const app = createApp({
    initialState: { config, now: Date.now(), lastChangeId: null, profile },
    recallRoleGroup: () => null,
    locale: 'ru',
    history: createMemoryHistory({ initialEntries: [address] }),
    clock: fixedClock(0),
    fetch: () => new Promise(() => undefined),
  })
  await app.start()
  await app.router.load()
  app.session.stop()
  return app.router.state.location
}

test('the 403 page links a visitor to sign-in and back', async () => {
  const { left, callsOf } = await visit('/learning-progress', {
    'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/auth' } },
  })
  const signIn = await screen.findByRole('button', { name: 'Войти' })
  signIn.click()
  await waitFor(() => expect(left).toEqual(['https://id.example/auth']))
  const [request] = callsOf('GET /api/v1/auth/redirect-to-oauth-provider')
  expect(request?.url.searchParams.get('from_url')).toBe('/learning-progress')
})

test('a browser without cookies sees a message before sign-in, and continues once they are allowed', async () => {
  const { app, left, navigator, here } = await visit('/catalog', {
    'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/auth' } },
    'GET /api/v1/system/config': {
      body: { ...config, SYSTEM: { ...config.SYSTEM, SUPPORT_PHONE: '+7 (495) 000-20-35' } },
    },
  })
  navigator.cookieEnabled = false
  await userEvent.click(await screen.findByRole('button', { name: 'Войти' }))
  await screen.findByRole('heading', { level: 1, name: 'Браузер не принимает cookie' })
  expect([left, here()]).toEqual([[], '/403?without=cookies&from=%2Fcatalog'])
  expect(screen.getByRole('link', { name: '+7 (495) 000-20-35' }).getAttribute('href')).toBe('tel:+74950002035')
  expect(app.notifications.getSnapshot().context.shown).toEqual([])
  navigator.cookieEnabled = true
  await userEvent.click(screen.getByRole('button', { name: 'Войти' }))
  await waitFor(() => expect(left).toEqual(['https://id.example/auth']))
})

test('continues from the 403 page after a role switch in another tab', async () => {
  const several = person(['administrator', 'parent', 'student'])
  const { app, here } = await visit('/adm-panel/?search=ольга', { 'GET /api/v1/profile': { body: several } })
  await screen.findByRole('heading', { level: 1, name: 'Обзор' })
  const otherTab = new BroadcastChannel('personal-account')
  otherTab.postMessage({ type: 'roleGroup.selectedElsewhere', userId: several.id, group: 'student' })
  await screen.findByRole('heading', { name: 'Доступ запрещён' })
  otherTab.close()
  // Not as a parent, who may not open the panel either.
  const offered = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(offered).toEqual(['Открыть как администратор'])
  await userEvent.click(screen.getByRole('button', { name: 'Открыть как администратор' }))
  await screen.findByRole('heading', { level: 1, name: 'Обзор' })
  expect(app.session.getSnapshot().context.roleGroup).toBe('admin')
  expect(decodeURIComponent(here())).toBe('/adm-panel/?search=ольга')
})

test.each(['/2035?token=BBBBBBBBBBBBBBBBBBBBBB', '/catalog/c0000000-0000-4000-8000-000000000001/purchase'])(
  'opens the same URL after the switch that a page of another role group offers: %s',
  async (address) => {
    const several = person(['parent', 'teacher'])
    const { app, here } = await visit(address, { 'GET /api/v1/profile': { body: several } })
    const otherTab = new BroadcastChannel('personal-account')
    otherTab.postMessage({ type: 'roleGroup.selectedElsewhere', userId: several.id, group: 'teacher' })
    await userEvent.click(await screen.findByRole('button', { name: 'Открыть как родитель' }))
    otherTab.close()
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Открыть как родитель' })).toBeNull())
    expect([app.session.getSnapshot().context.roleGroup, here()]).toEqual(['parent', address])
  },
)

test('does not suggest a switch without a matching role', async () => {
  await visit('/learning-progress', { 'GET /api/v1/profile': { body: person(['student', 'teacher']) } })
  await screen.findByText('У вас нет доступа к этой странице.')
  expect(screen.queryByRole('button')).toBeNull()
})

test('accepts a path with and without a trailing slash (D-15)', async () => {
  const first = await visit('/grade-book', { 'GET /api/v1/profile': { body: person(['student']) } })
  await waitFor(() => expect(first.app.router.state.matches.at(-1)?.staticData.name).toBe('grade-book'))
  const second = await visit('/events/', { 'GET /api/v1/profile': { body: person(['student']) } })
  await waitFor(() => expect(second.app.router.state.matches.at(-1)?.staticData.name).toBe('events'))
})
