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
