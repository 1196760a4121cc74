import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { contactFrom, faultOf } from '#src/routes/-profile/contact.ts'
import { person, type Reply, visit } from '#tests/support/browser-app.tsx'

const send = 'POST /api/v1/profile/account/verification/send'
const verify = 'POST /api/v1/profile/account/verification/verify'
const save = 'PATCH /api/v1/profile'
const parent = person(['parent'], { phone: '+79123456789' })

async function open(replies: Record<string, Reply> = {}) {
  const visited = await visit('/profile', {
    'GET /api/v1/profile': { body: parent },
    [send]: { body: { noResendExpiresIn: 60 } },
    [verify]: { body: { verified: true } },
    [save]: { body: parent },
    ...replies,
  })
  await screen.findByRole('heading', { level: 1 })
  return visited
}

async function changeEmail() {
  await userEvent.click(await screen.findByRole('button', { name: 'Изменить адрес почты' }))
  return within(await screen.findByRole('dialog', { name: 'Смена адреса почты' }))
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Отправить код' }))

describe('a typed contact', () => {
  test.each([
    ['+7 (912) 345-67-89', '+79123456789'],
    ['8 912 345 67 89', '+79123456789'],
    ['79123456789', '+79123456789'],
    ['912 345-67-89', '+79123456789'],
    ['+44 20 7183 8750', '+442071838750'],
  ])('%s is the number %s', (typed, number) => {
    expect([contactFrom('phone', typed), faultOf('phone', number, null)]).toEqual([number, null])
  })

  test.each([
    ['phone', '12', 'no-phone'],
    ['phone', '+79123456789', 'same'],
    ['email', 'почта', 'no-email'],
    ['email', 'a@b', 'no-email'],
    ['email', 'MARIA@example.org', 'same'],
    ['email', 'new@example.org', null],
  ] as const)('%s «%s»: %s', (channel, value, fault) => {
    expect(faultOf(channel, value, channel === 'email' ? 'maria@example.org' : '+79123456789')).toBe(fault)
  })
})

describe('A parent', () => {
  test('changes the email by a code sent to the new one, and the page says the new one', async () => {
    const { callsOf, server } = await open()
    const dialog = await changeEmail()
    expect(dialog.getByText(/Сейчас maria@example\.org/)).toBeDefined()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), ' new@example.org ')
    await submit()
    await dialog.findByText('6 цифр из письма на адрес new@example.org')
    await dialog.findByText(/Новый код можно запросить через/)
    server[save] = { body: { ...parent, email: 'new@example.org' } }
    await userEvent.type(dialog.getByLabelText('Код подтверждения'), '271828')
    await screen.findByRole('link', { name: 'new@example.org' })
    const bodies = [send, verify, save].map((call) => callsOf(call).map(({ body }) => body))
    expect(bodies).toEqual([
      ['{"email":"new@example.org"}'],
      ['{"email":"new@example.org","code":"271828"}'],
      ['{"email":"new@example.org"}'],
    ])
    expect(screen.queryByRole('dialog')).toBeNull()
    await screen.findByText('Сохранено')
  })

  test('changes the phone, typed as it comes', async () => {
    const { callsOf } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Изменить телефон' }))
    await userEvent.type(await screen.findByLabelText('Новый номер телефона'), '8 (999) 000-11-22')
    await submit()
    await screen.findByText('6 цифр из СМС на номер +7 999 000-11-22')
    expect(callsOf(send).map(({ body }) => body)).toEqual(['{"phone":"+79990001122"}'])
  })

  test('who types what is no address is told so before anything is sent', async () => {
    const { callsOf } = await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new.example.org{Enter}')
    await dialog.findByText(/Адрес не похож на почту/)
    expect(callsOf(send)).toEqual([])
  })

  test('whose new address the server does not take finds it in the form, with the reason', async () => {
    await open({ [send]: { problem: 'codes-spent', status: 429 } })
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await dialog.findByText(/Кодов отправлено слишком много/)
    expect(dialog.getByLabelText('Новый адрес почты')).toHaveProperty('value', 'new@example.org')
  })

  test('who enters a wrong code knows how many tries are left, and what was typed stays', async () => {
    await open({ [verify]: { problem: 'code-wrong', status: 422, triesLeft: 2 } })
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    const field = await dialog.findByLabelText('Код подтверждения')
    await userEvent.click(field)
    await userEvent.paste('111 111')
    await dialog.findByText('Код не подошёл. Осталось 2 попытки.')
    expect([field, field.getAttribute('aria-invalid')]).toEqual([document.activeElement, 'true'])
    expect(field).toHaveProperty('value', '111111')
  })

  test('who ends the code with Enter has tried once, also when the answer was quick', async () => {
    const { callsOf } = await open({ [verify]: { problem: 'code-wrong', status: 422, triesLeft: 4 } })
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await userEvent.type(await dialog.findByLabelText('Код подтверждения'), '111111')
    await dialog.findByText('Код не подошёл. Осталось 4 попытки.')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(dialog.getByRole('button', { name: 'Подтвердить' }))
    expect(callsOf(verify)).toHaveLength(1)
  })

  test('who presses the button too early is asked for the rest of the digits', async () => {
    const { callsOf } = await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await userEvent.type(await dialog.findByLabelText('Код подтверждения'), '123{Enter}')
    await dialog.findByText('Введите все 6 цифр.')
    expect(callsOf(verify)).toEqual([])
  })

  test('may go back to the address, and finds it as typed', async () => {
    await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'nwe@example.org{Enter}')
    await userEvent.click(await dialog.findByRole('button', { name: 'Изменить адрес' }))
    expect(dialog.getByLabelText('Новый адрес почты')).toHaveProperty('value', 'nwe@example.org')
  })

  test('may leave at any time, and nothing has changed', async () => {
    const { callsOf } = await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await dialog.findByLabelText('Код подтверждения')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([callsOf(verify), callsOf(save)]).toEqual([[], []])
    expect(screen.getByRole('button', { name: 'Изменить адрес почты' })).toBe(document.activeElement)
  })

  test('whose session is over is led to sign-in', async () => {
    const { left } = await open({
      [send]: { problem: 'unauthenticated', status: 401 },
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/' } },
    })
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await waitFor(() => expect(left).toEqual(['https://id.example/']))
  })
})
