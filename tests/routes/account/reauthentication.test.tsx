import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { callMutation } from '#src/api/call-mutation.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'

const change = 'PATCH /api/v1/profile/password/change'
const send = 'POST /api/v1/profile/two-factor/send'
const check = 'POST /api/v1/profile/two-factor/check'
const required: Reply = { problem: 'two-factor-required', status: 428 }
const sent: Reply = { body: { noResendExpiresIn: 60, channel: 'phone', target: '+7 ••• •••-12-34' } }

/** A page from which a password is changed, whatever its form looks like; `calls` answer in turn. */
async function changing(calls: Reply[]) {
  const visited = await visit('/profile', {
    'GET /api/v1/profile': { body: person(['parent']) },
    [change]: () => calls.shift() ?? { body: null, status: 204 },
    [send]: sent,
    [check]: { body: { twoFactorLastCheck: '2026-11-20T11:05:00Z' } },
  })
  await screen.findByRole('heading', { level: 1 })
  const { queryClient, session } = visited.app
  const outcome = queryClient
    .getMutationCache()
    .build(queryClient, callMutation('PATCH /v1/profile/password/change', { handlesError: true }))
    .execute({ body: { currentPassword: 'старый-пароль-1', newPassword: 'новый-пароль-22' } })
    .then(
      () => 'done',
      (error) => error.type as string,
    )
  return { ...visited, outcome, session }
}

const dialog = () => screen.findByRole('dialog', { name: 'Подтвердите, что это вы' })

describe('A call that requires a fresh two-factor check (D-26)', () => {
  test('is repeated unchanged after the confirmation', async () => {
    const { outcome, callsOf, session } = await changing([required])
    const field = await within(await dialog()).findByLabelText('Код подтверждения')
    await screen.findByText(/СМС на номер \+7 ••• •••-12-34/)
    await userEvent.type(field, '123456')
    expect(await outcome).toBe('done')
    expect(callsOf(check).map(({ body }) => body)).toEqual(['{"code":"123456"}'])
    const requested = '{"currentPassword":"старый-пароль-1","newPassword":"новый-пароль-22"}'
    expect(callsOf(change).map(({ body }) => body)).toEqual([requested, requested])
    expect(screen.queryByRole('dialog')).toBeNull()
    const lastCheck = () => session.getSnapshot().context.user?.twoFactorLastCheck
    await waitFor(() => expect(lastCheck()).toBe('2026-11-20T11:05:00Z'))
    expect(callsOf('GET /api/v1/profile')).toHaveLength(1)
  })

  test('is not done when the person gives up, and the caller hears why', async () => {
    const { outcome, callsOf } = await changing([required])
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Отменить' }))
    expect(await outcome).toBe('two-factor-required')
    expect(callsOf(change)).toHaveLength(1)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('is cancelled by a navigation and not requested on the next page', async () => {
    const { app, outcome } = await changing([required])
    await dialog()
    await app.router.navigate({ to: '/events' })
    expect(await outcome).toBe('two-factor-required')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
