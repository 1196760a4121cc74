import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '#contract/people/profile.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const parent = person(['parent'])
const another = person(['parent'], { id: '22222222-2222-4222-8222-222222222222', firstName: 'Олег' })
const over = { problem: 'unauthenticated', status: 401 }

type Replies = Parameters<typeof visit>[1]

const open = (
  user: Profile,
  address = '/profile',
  before: Parameters<typeof visit>[2] = {},
  answers: Parameters<typeof visit>[1] = {},
) =>
  visit(
    address,
    {
      'GET /api/v1/profile': { body: user },
      'PATCH /api/v1/profile': over,
      'POST /api/v1/profile/account/verification/send': over,
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/auth' } },
      ...answers,
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
  button: 'Изменить электронную почту',
  label: 'Новая электронная почта',
  text: 'new@example.org',
  send: 'Отправить код',
}

const webhook = {
  id: '44444444-4444-4444-8444-444444444444',
  url: 'https://crm.example/hooks',
  events: ['ticket.created'],
  createdAt: '2026-10-01T09:00:00Z',
  previousUntil: null,
  failingSince: null,
  disabledAt: null,
  waiting: 0,
  givenUp: 0,
}

afterEach(() => vi.useRealTimers())

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

  describe.each([
    {
      ...email,
      channel: 'email',
      typed: 'new@example.org',
      value: 'new@example.org',
      where: /письма на адрес new@example\.org/,
      verified: 'Адрес new@example.org подтверждён, осталось сохранить его.',
    },
    {
      channel: 'phone',
      button: 'Добавить телефон',
      label: 'Новый номер телефона',
      typed: '8 999 765-43-21',
      send: 'Отправить код',
      value: '+79997654321',
      where: /СМС на номер \+7 999 765-43-21/,
      verified: 'Номер +7 999 765-43-21 подтверждён, осталось сохранить его.',
    },
  ])('at the code of a new $channel', ({ channel, button, label, typed, value, send, where, verified }) => {
    const sends = 'POST /api/v1/profile/account/verification/send'
    const checks = 'POST /api/v1/profile/account/verification/verify'
    const saves = 'PATCH /api/v1/profile'
    const answers = { [sends]: { body: { noResendExpiresIn: 60 } }, [checks]: { problem: 'code-expired', status: 409 } }

    async function requestCode(answered: Replies = answers) {
      const app = await open(parent, '/profile', {}, answered)
      await userEvent.click(await screen.findByRole('button', { name: button }))
      await userEvent.type(await screen.findByLabelText(label), typed)
      await userEvent.click(screen.getByRole('button', { name: send }))
      await screen.findByLabelText('Код подтверждения')
      return app
    }

    async function reload({ history }: Awaited<ReturnType<typeof requestCode>>, answered: Replies = answers) {
      cleanup()
      return open(parent, '', { history }, answered)
    }

    test('awaits the same code after a reload, for the rest of the pause', async () => {
      vi.setSystemTime('2026-10-14T09:00:00Z')
      const app = await requestCode()
      expect(Object.values(sessionStorage).join()).not.toContain('code"')
      vi.setSystemTime('2026-10-14T09:00:20Z')
      const { callsOf } = await reload(app)
      expect(await screen.findByLabelText('Код подтверждения')).toBeDefined()
      expect(screen.getByText(where)).toBeDefined()
      expect(screen.getByRole('timer').textContent).toMatch(/0:(40|39|38)$/)
      expect(callsOf(sends)).toEqual([])
    })

    describe('that was right, before the server has saved it', () => {
      const right = { ...answers, [checks]: { body: { verified: true } } }
      const field = 'Код подтверждения'

      async function enterRightCode(saved: 'offline' | 'silent') {
        const app = await requestCode({ ...right, [saves]: saved })
        await userEvent.type(screen.getByLabelText(field), '123456')
        return app
      }

      test.each([
        { when: 'after saving has failed', saved: 'offline' },
        { when: 'during saving', saved: 'silent' },
      ] as const)('offers to save again, without a code, after a reload $when', async ({ saved }) => {
        const app = await enterRightCode(saved)
        await waitFor(() => expect(app.callsOf(saves)).toHaveLength(1))
        expect(Object.values(sessionStorage).join()).not.toContain('123456')
        const { callsOf } = await reload(app, { ...right, [saves]: { body: { ...parent, [channel]: value } } })
        expect(await screen.findByText(verified)).toBeDefined()
        expect(screen.queryByLabelText(field)).toBeNull()
        expect(callsOf(saves)).toEqual([])
        await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
        await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
        expect(callsOf(saves).map(({ body }) => body)).toEqual([JSON.stringify({ [channel]: value })])
        expect(callsOf(sends)).toEqual([])
        expect(sessionStorage).toHaveLength(0)
      })
    })

    test.each([
      { clock: 'back', at: '2026-10-13T03:00:00Z', pause: /1:00|0:5\d/ },
      { clock: 'forward', at: '2026-10-15T15:00:00Z', pause: null },
    ])('never waits longer than a minute after the clock jumped $clock', async ({ at, pause }) => {
      vi.setSystemTime('2026-10-14T09:00:00Z')
      const app = await requestCode()
      vi.setSystemTime(at)
      await reload(app)
      await screen.findByLabelText('Код подтверждения')
      if (pause === null) expect(screen.getByRole('button', { name: 'Отправить новый код' })).toBeDefined()
      else expect(screen.getByRole('timer').textContent).toMatch(pause)
    })
  })

  describe.each([
    {
      form: 'a new webhook',
      address: '/adm-panel?tab=integrations&dialog=webhook-new',
      call: 'POST /api/v1/admin/webhook',
      label: 'Адрес',
      typed: 'https://crm.example/hooks',
      chosen: [/ticket\.created/, /profile\.changed/],
      send: 'Добавить',
    },
    {
      form: 'the events of a webhook',
      address: '/adm-panel?tab=integrations&dialog=webhook-events&item=44444444-4444-4444-8444-444444444444',
      call: 'PATCH /api/v1/admin/webhook/44444444-4444-4444-8444-444444444444',
      chosen: [/profile\.changed/],
      send: 'Сохранить',
      asksForCode: false,
    },
    {
      form: 'a new service account',
      address: '/adm-panel?tab=integrations&dialog=account-new',
      call: 'POST /api/v1/admin/service-account',
      label: 'Название программы',
      typed: 'crm',
      chosen: ['Люди, семьи, состав групп: чтение', 'Оценки: запись'],
      send: 'Создать',
    },
  ])('after sending $form', ({ address, call, label, typed, chosen, send, asksForCode = true }) => {
    test('restores what was typed and chosen after a reload', async () => {
      const administrator = person(['administrator'])
      const answers: Replies = {
        [call]: asksForCode ? { problem: 'two-factor-required', status: 428 } : 'offline',
        'POST /api/v1/profile/two-factor/send': { body: { noResendExpiresIn: 60, channel: 'email', target: 'm•••' } },
        'GET /api/v1/admin/service-account/list': { body: { items: [], canGrantRoles: false } },
        'GET /api/v1/admin/webhook/list': { body: [webhook] },
      }
      const { history } = await open(administrator, address, {}, answers)
      await screen.findByRole('button', { name: send })
      if (label && typed) await userEvent.type(screen.getByLabelText(label), typed)
      for (const name of chosen) await userEvent.click(screen.getByRole('checkbox', { name }))
      await userEvent.click(screen.getByRole('button', { name: send }))
      if (asksForCode) await screen.findByRole('dialog', { name: 'Подтвердите, что это вы' })
      cleanup()
      await open(administrator, '', { history }, answers)
      if (asksForCode) await userEvent.click(await screen.findByRole('button', { name: 'Понятно' }))
      for (const name of chosen) expect(await screen.findByRole('checkbox', { name, checked: true })).toBeDefined()
      if (label && typed) expect(screen.getByLabelText(label)).toHaveProperty('value', typed)
    })
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
