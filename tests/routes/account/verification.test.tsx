import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { contactForm } from '#contract/forms.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'

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

/** The value that the form sends for a typed text, or the code of its error. */
function parse(channel: 'email' | 'phone', typed: string, present: string | null = null) {
  const { data, error } = contactForm(channel, present).safeParse({ contact: typed })
  return data?.contact ?? error?.issues[0]?.message
}

describe('The contact form', () => {
  test.each([
    ['+7 (912) 345-67-89', '+79123456789'],
    ['8 912 345 67 89', '+79123456789'],
    ['79123456789', '+79123456789'],
    ['912 345-67-89', '+79123456789'],
    ['+44 20 7183 8750', '+442071838750'],
  ])('sends the phone %s as %s', (typed, number) => {
    expect(parse('phone', typed)).toBe(number)
  })

  test.each([
    ['phone', '12', 'not-a-phone'],
    ['phone', '8 912 345-67-89', 'same'],
    ['email', 'почта', 'not-an-email'],
    ['email', 'a@b', 'not-an-email'],
    ['email', 'MARIA@example.org', 'same'],
    ['email', ' new@example.org ', 'new@example.org'],
  ] as const)('%s «%s»: %s', (channel, typed, result) => {
    expect(parse(channel, typed, channel === 'email' ? 'maria@example.org' : '+79123456789')).toBe(result)
  })
})

describe('A parent', () => {
  test('changes the email by a code sent to the new one, and the page shows it', async () => {
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

  test('changes the phone, typed in any format', async () => {
    const { callsOf } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Изменить телефон' }))
    await userEvent.type(await screen.findByLabelText('Новый номер телефона'), '8 (999) 000-11-22')
    await submit()
    await screen.findByText('6 цифр из СМС на номер +7 999 000-11-22')
    expect(callsOf(send).map(({ body }) => body)).toEqual(['{"phone":"+79990001122"}'])
  })

  test('sees an invalid address before anything is sent', async () => {
    const { callsOf } = await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new.example.org{Enter}')
    await dialog.findByText(/Адрес не похож на почту/)
    expect(callsOf(send)).toEqual([])
  })

  test('keeps an address that the server rejects in the form, with the reason', async () => {
    await open({ [send]: { problem: 'codes-spent', status: 429 } })
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await dialog.findByText(/Кодов отправлено слишком много/)
    expect(dialog.getByLabelText('Новый адрес почты')).toHaveProperty('value', 'new@example.org')
  })

  test('sees the remaining tries after a wrong code, which stays', async () => {
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

  test('sends the code once when Enter follows it', async () => {
    const { callsOf } = await open({ [verify]: { problem: 'code-wrong', status: 422, triesLeft: 4 } })
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await userEvent.type(await dialog.findByLabelText('Код подтверждения'), '111111')
    await dialog.findByText('Код не подошёл. Осталось 4 попытки.')
    await userEvent.keyboard('{Enter}')
    await userEvent.click(dialog.getByRole('button', { name: 'Подтвердить' }))
    expect(callsOf(verify)).toHaveLength(1)
  })

  test('sees that an incomplete code needs all digits', async () => {
    const { callsOf } = await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await userEvent.type(await dialog.findByLabelText('Код подтверждения'), '123{Enter}')
    await dialog.findByText('Введите все 6 цифр.')
    expect(callsOf(verify)).toEqual([])
  })

  test('can go back to the address as typed', async () => {
    await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'nwe@example.org{Enter}')
    await userEvent.click(await dialog.findByRole('button', { name: 'Изменить адрес' }))
    expect(dialog.getByLabelText('Новый адрес почты')).toHaveProperty('value', 'nwe@example.org')
  })

  test('can close the dialog after the code was sent, and nothing changes', async () => {
    const { callsOf } = await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await dialog.findByLabelText('Код подтверждения')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([callsOf(verify), callsOf(save)]).toEqual([[], []])
    expect(screen.getByRole('button', { name: 'Изменить адрес почты' })).toBe(document.activeElement)
  })

  test('is sent to sign in when the session is over', async () => {
    const { left } = await open({
      [send]: { problem: 'unauthenticated', status: 401 },
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/' } },
    })
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await waitFor(() => expect(left).toEqual(['https://id.example/']))
  })
})
