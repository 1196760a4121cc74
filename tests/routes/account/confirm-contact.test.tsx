import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'

const student = person(['student'], { email: 'artyom@mail.example', phone: '+79161234567' })
const unverified: Profile = { ...student, unverified: ['email'] }

/** The profile of a student whose email is not verified until a code was checked. */
function open(replies: Record<string, Reply> = {}) {
  let isVerified = false
  return visit('/profile', {
    'GET /api/v1/profile': () => ({ body: isVerified ? student : unverified }),
    'POST /api/v1/profile/account/verification/send': { body: { noResendExpiresIn: 60 } },
    'POST /api/v1/profile/account/verification/verify': () => {
      isVerified = true
      return { body: { verified: true } }
    },
    ...replies,
  })
}

test('A student verifies the present email by a code, and changes nothing', async () => {
  const { callsOf } = await open()
  expect(screen.queryByRole('button', { name: 'Подтвердить телефон' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Изменить электронную почту' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Подтвердить электронную почту' }))
  await screen.findByText('Пришлём на адрес artyom@mail.example код из 6 цифр.')
  await userEvent.click(screen.getByRole('button', { name: 'Отправить код' }))
  await userEvent.type(await screen.findByLabelText('Код подтверждения'), '482913')
  await waitFor(() => expect(callsOf('POST /api/v1/profile/account/verification/verify')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Подтвердить электронную почту' })).toBeNull())
  expect(callsOf('PATCH /api/v1/profile')).toEqual([])
  const [sent] = callsOf('POST /api/v1/profile/account/verification/send')
  expect(JSON.parse(String(sent?.body))).toEqual({ email: 'artyom@mail.example' })
})

test('A code that cannot be sent is explained in place, and can be asked for again', async () => {
  await open({
    'POST /api/v1/profile/account/verification/send': { problem: 'too-many-requests', status: 429, retryAfter: 600 },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Подтвердить электронную почту' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Отправить код' }))
  await screen.findByRole('alert')
  expect(screen.getByRole('button', { name: 'Отправить код' })).toBeDefined()
})

test('A code that confirms the person by email leaves no button to verify that email', async () => {
  const withoutPhone = { ...student, phone: null }
  let isVerified = false
  const { app } = await visit('/profile?section=security', {
    'GET /api/v1/profile': () => ({ body: isVerified ? withoutPhone : { ...withoutPhone, unverified: ['email'] } }),
    'POST /api/v1/profile/two-factor/send': {
      body: { noResendExpiresIn: 60, channel: 'email', target: 'a•••@mail.example' },
    },
    'POST /api/v1/profile/two-factor/check': () => {
      isVerified = true
      return { body: { twoFactorLastCheck: '2026-10-14T09:01:00Z' } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Подтвердить, что это я' }))
  await userEvent.type(await screen.findByLabelText('Код подтверждения'), '482913')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await app.router.navigate({ to: '/profile' })
  await screen.findByText('artyom@mail.example')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Подтвердить электронную почту' })).toBeNull())
})
