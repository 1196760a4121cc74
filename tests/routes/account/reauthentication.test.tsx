import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { callMutation } from '#src/api/call-mutation.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const change = 'PATCH /api/v1/profile/password/change'
type Visited = Awaited<ReturnType<typeof visit>>

test.each([
  ['the person gives up', async () => userEvent.click(await screen.findByRole('button', { name: 'Отменить' }))],
  ['a navigation leaves the page', ({ app }: Visited) => app.router.navigate({ to: '/events' })],
])(
  'A call that requires a fresh two-factor check (D-26) is not done when %s, and the caller hears why',
  async (_, leave) => {
    const visited = await visit('/profile', {
      'GET /api/v1/profile': { body: person(['parent']) },
      [change]: { problem: 'two-factor-required', status: 428 },
      'POST /api/v1/profile/two-factor/send': { body: { noResendExpiresIn: 60, channel: 'phone', target: '12-34' } },
    })
    await screen.findByRole('heading', { level: 1 })
    const { queryClient } = visited.app
    const outcome = queryClient
      .getMutationCache()
      .build(queryClient, callMutation('PATCH /v1/profile/password/change', { handlesError: true }))
      .execute({ body: { currentPassword: 'старый-пароль-1', newPassword: 'новый-пароль-22' } })
      .catch((error) => error.type)
    await screen.findByRole('dialog', { name: 'Подтвердите, что это вы' })
    await leave(visited)
    expect(await outcome).toBe('two-factor-required')
    expect(visited.callsOf(change)).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)
