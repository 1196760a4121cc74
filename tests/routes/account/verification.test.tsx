import { screen, within } from '@testing-library/react'
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
  test('sees an invalid address before anything is sent', async () => {
    const { callsOf } = await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new.example.org{Enter}')
    await dialog.findByText(/Адрес не похож на почту/)
    expect(callsOf(send)).toEqual([])
  })

  test('sees that an incomplete code needs all digits', async () => {
    const { callsOf } = await open()
    const dialog = await changeEmail()
    await userEvent.type(dialog.getByLabelText('Новый адрес почты'), 'new@example.org{Enter}')
    await userEvent.type(await dialog.findByLabelText('Код подтверждения'), '123{Enter}')
    await dialog.findByText('Введите все 6 цифр.')
    expect(callsOf(verify)).toEqual([])
  })
})
