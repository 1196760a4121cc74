import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { OwnJoinPreview } from '#contract/people/account-joins.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'

const preview = 'GET /api/v1/profile/join/preview'
const olga = person(['student'], { id: 'a0000000-0000-4000-8000-000000000001' })

const open = (replies: Record<string, Reply> = {}, user = olga) =>
  visit('/profile?section=accounts', {
    'GET /api/v1/profile': { body: user },
    'POST /api/v1/profile/join/send': { body: { noResendExpiresIn: 60 } },
    'POST /api/v1/profile/join/verify': { body: { verified: true } },
    ...replies,
  })

async function prove(contact: string) {
  await userEvent.click(await screen.findByRole('button', { name: 'У меня есть ещё одна учётная запись' }))
  await userEvent.type(await screen.findByLabelText('Телефон или почта второй учётной записи'), contact)
  await userEvent.click(screen.getByRole('button', { name: 'Отправить код' }))
  await userEvent.type(await screen.findByLabelText('Код подтверждения'), '271828')
}

test.each([
  ['unknown-contact', 'Другой учётной записи с таким телефоном или почтой нет'],
  ['shared-contact', 'записан у нескольких людей'],
  ['other-factor', 'Коды этой учётной записи приходят на телефон'],
  ['names-differ', 'разные имена'],
  ['staff', 'роль сотрудника'],
  ['school-only', 'может объединить только школа'],
] as const)('An account that cannot be joined (%s) says why, and another one can be named', async (obstacle, text) => {
  await open({ [preview]: { body: { obstacle, accounts: null } satisfies OwnJoinPreview } })
  await prove('olga@mail.example')
  await screen.findByText(new RegExp(text))
  expect(screen.queryByRole('button', { name: 'Объединить' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Указать другую' }))
  expect(await screen.findByLabelText('Телефон или почта второй учётной записи')).toHaveProperty(
    'value',
    'olga@mail.example',
  )
})

test('A phone is sent in E.164, and a text that is no contact is refused', async () => {
  const { callsOf } = await open({ [preview]: { body: { obstacle: 'staff', accounts: null } } })
  await prove('8 (900) 123-45-67')
  await waitFor(() => expect(callsOf('POST /api/v1/profile/join/verify')).toHaveLength(1))
  const [sent] = callsOf('POST /api/v1/profile/join/send')
  expect(sent?.body).toBe(JSON.stringify({ phone: '+79001234567' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Указать другую' }))
  const field = await screen.findByLabelText('Телефон или почта второй учётной записи')
  await userEvent.clear(field)
  await userEvent.type(field, 'olga@')
  await userEvent.click(screen.getByRole('button', { name: 'Отправить код' }))
  await screen.findByText(/Адрес не похож на почту/)
})

test('An administrator who impersonates the person cannot join', async () => {
  const impersonation = { by: 'Павел Жданов', until: '2035-09-01T12:00:00.000Z' }
  await open({}, { ...olga, isLoggedAs: true, impersonation })
  const opener = await screen.findByRole('button', { name: 'У меня есть ещё одна учётная запись' })
  expect(opener).toHaveProperty('disabled', true)
})
