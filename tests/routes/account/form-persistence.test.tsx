import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const parent = person(['parent'])
const another = person(['parent'], { id: '22222222-2222-4222-8222-222222222222', firstName: 'Олег' })
const over = { problem: 'unauthenticated', status: 401 }

const open = (user: Profile, address = '/profile', before: Parameters<typeof visit>[2] = {}) =>
  visit(
    address,
    {
      'GET /api/v1/profile': { body: user },
      'PATCH /api/v1/profile': over,
      'POST /api/v1/profile/account/verification/send': over,
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/auth' } },
    },
    before,
  )

/** Opens a form by its button, types, and sends it when the session is over; the address to come back to. */
async function typeIn({ button, label, text, send }: Record<'button' | 'label' | 'text' | 'send', string>) {
  const { left, callsOf } = await open(parent)
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const field = await screen.findByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
  await userEvent.click(screen.getByRole('button', { name: send }))
  await waitFor(() => expect(left).toEqual(['https://id.example/auth']))
  cleanup()
  const [request] = callsOf('GET /api/v1/auth/redirect-to-oauth-provider')
  return request?.url.searchParams.get('from_url') ?? ''
}

const names = { button: 'Изменить имя', label: 'Фамилия', text: 'Орлова', send: 'Сохранить' }
const email = {
  button: 'Изменить адрес почты',
  label: 'Новый адрес почты',
  text: 'new@example.org',
  send: 'Отправить код',
}

describe('A session or a document that ends over an open form', () => {
  test.each([names, email])('restores the text after signing in: $label', async (form) => {
    await open(parent, await typeIn(form))
    expect(await screen.findByLabelText(form.label)).toHaveProperty('value', form.text)
  })

  test('hides the text from another user and deletes it', async () => {
    const address = await typeIn(names)
    expect(sessionStorage).toHaveLength(1)
    await open(another, address)
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
    expect(await screen.findByLabelText('Фамилия')).toHaveProperty('value', 'Соколова')
  })

  test('restores the text after a reload', async () => {
    const { history } = await open(parent)
    await userEvent.click(await screen.findByRole('button', { name: 'Изменить имя' }))
    await userEvent.type(await screen.findByLabelText('Фамилия'), 'а')
    cleanup()
    await open(parent, '', { history })
    expect(await screen.findByLabelText('Фамилия')).toHaveProperty('value', 'Соколоваа')
  })

  test('deletes the text of a closed form', async () => {
    await open(parent)
    await userEvent.click(await screen.findByRole('button', { name: 'Изменить имя' }))
    await userEvent.type(await screen.findByLabelText('Фамилия'), '!')
    expect(sessionStorage).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Отменить' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Закрыть без сохранения' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(sessionStorage).toHaveLength(0)
  })
})
