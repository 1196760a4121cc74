import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'

// Errors of optional queries cause no navigation.
const failures: [title: string, reply: Reply][] = [
  ['401', { problem: 'unauthenticated', status: 401 }],
  ['403', { problem: 'role-missing', status: 403 }],
  ['500', { problem: 'internal-error', status: 500 }],
  ['a page of HTML', { html: '<p>Sign in to the network</p>' }],
  ['a page of HTML with 502', { html: '<p>Bad gateway</p>', status: 502 }],
  ['nothing', 'offline'],
]
const parent = { 'GET /api/v1/profile': { body: person(['parent']) } }

describe.each(failures)('answered with %s', (_, reply) => {
  test.each(['GET /api/v1/content/banners/list', 'GET /api/v1/content/footer'])(
    '%s does not break the page',
    async (call) => {
      const { app, left, here, callsOf } = await visit('/events', { ...parent, [call]: reply })
      await screen.findByRole('heading', { level: 1, name: 'Мероприятия' })
      await waitFor(() => expect(callsOf(call).length).toBeGreaterThan(0))
      await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
      expect([here(), left, app.session.getSnapshot().value]).toEqual(['/events', [], { signedIn: 'present' }])
      expect(app.notifications.getSnapshot().context.shown).toEqual([])
    },
  )

  test('keeps the page after a failed preload and refetches on click', async () => {
    const { app, left, here, callsOf, server } = await visit('/catalog', {
      ...parent,
      'GET /api/v1/profile/events': reply,
    })
    await screen.findByRole('heading', { level: 1, name: 'Каталог курсов' })
    await app.router.preloadRoute({ to: '/events' })
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    expect([here(), left, app.session.getSnapshot().value]).toEqual(['/catalog', [], { signedIn: 'present' }])
    server['GET /api/v1/profile/events'] = { body: [] }
    const before = callsOf('GET /api/v1/profile/events').length
    await app.router.navigate({ to: '/events' })
    await screen.findByText('Мероприятий пока нет')
    expect(callsOf('GET /api/v1/profile/events').length).toBe(before + 1)
  })
})
