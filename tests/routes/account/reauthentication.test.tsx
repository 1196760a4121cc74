import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
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

const send = 'POST /api/v1/profile/two-factor/send'
const check = 'POST /api/v1/profile/two-factor/check'
const required = { problem: 'two-factor-required', status: 428 }
const question = 'Подтвердите, что это вы'
const parent = person(['parent'])
const administrator = person(['administrator'])
const codes = {
  [send]: { body: { noResendExpiresIn: 60, channel: 'email', target: 'm•••@example.org' } },
  [check]: { body: { twoFactorLastCheck: '2026-10-14T09:01:00Z' } },
  'GET /api/v1/admin/service-account/list': { body: { items: [], canGrantRoles: false } },
  'GET /api/v1/admin/webhook/list': { body: [] },
} as const

const flows = [
  {
    user: parent,
    address: '/profile?section=security',
    call: change,
    opener: 'Сменить пароль',
    typed: { 'Текущий пароль': 'старый-пароль-1', 'Новый пароль': 'новый-пароль-22' },
    submit: 'Сменить пароль',
    title: 'Пароль остался прежним',
    again: 'Пароли мы не запоминаем: введите их снова и нажмите «Сменить пароль».',
  },
  {
    user: administrator,
    address: '/adm-panel?tab=integrations',
    call: 'POST /api/v1/admin/webhook',
    opener: 'Добавить адрес',
    typed: { Адрес: 'https://crm.example/hooks' },
    choice: /ticket\.created/,
    submit: 'Добавить',
    title: 'Вебхук не добавлен',
    again: 'Введённое сохранилось: нажмите «Добавить» ещё раз.',
  },
  {
    user: administrator,
    address: '/adm-panel?tab=integrations',
    call: 'POST /api/v1/admin/service-account',
    opener: 'Создать доступ',
    typed: { 'Название программы': 'crm' },
    choice: 'Оценки: запись',
    submit: 'Создать',
    title: 'Доступ не создан',
    again: 'Введённое сохранилось: нажмите «Создать» ещё раз.',
  },
] as const
type Flow = (typeof flows)[number]

afterEach(() => vi.useRealTimers())

async function fillIn(flow: Flow): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: flow.opener }))
  await screen.findByRole('dialog')
  for (const [label, text] of Object.entries(flow.typed))
    await userEvent.type(await screen.findByLabelText(label), text)
  if ('choice' in flow) await userEvent.click(screen.getByRole('checkbox', { name: flow.choice }))
  await press(flow.submit)
}

async function press(name: string): Promise<void> {
  const buttons = screen.getAllByRole('button', { name })
  await userEvent.click(buttons.at(-1) as HTMLElement)
}

const isTyped = ({ typed }: Flow) =>
  Object.entries(typed).every(([label, text]) => (screen.getByLabelText(label) as HTMLInputElement).value === text)

describe.each(flows)('$call', (flow) => {
  test('is repeated with what was typed and without a second code when it fails after the right one', async () => {
    const replies = [required, { problem: 'internal', status: 500 }, 'offline', { body: {} }] as const
    let made = 0
    const { callsOf } = await visit(flow.address, {
      'GET /api/v1/profile': { body: flow.user },
      ...codes,
      [flow.call]: () => replies[made++] ?? 'silent',
    })
    await fillIn(flow)
    await screen.findByRole('dialog', { name: question })
    await userEvent.type(screen.getByLabelText('Код подтверждения'), '271828')
    for (const failed of [2, 3]) {
      await waitFor(() => expect(callsOf(flow.call)).toHaveLength(failed))
      await screen.findByRole('alert')
      expect(isTyped(flow)).toBe(true)
      await press(flow.submit)
    }
    await waitFor(() => expect(callsOf(flow.call)).toHaveLength(4))
    const [first, ...others] = callsOf(flow.call).map(({ body }) => body)
    expect(others).toEqual([first, first, first])
    expect(callsOf(send)).toHaveLength(1)
  })

  test('is said to be undone after a reload at the code, and done again with the same code', async () => {
    vi.setSystemTime('2026-10-14T09:00:00Z')
    const answers = { 'GET /api/v1/profile': { body: flow.user }, ...codes, [flow.call]: required }
    const { history } = await visit(flow.address, answers)
    await fillIn(flow)
    await screen.findByText('6 цифр из письма на адрес m•••@example.org')
    expect(Object.values(sessionStorage).join()).not.toMatch(/пароль/)
    cleanup()

    vi.setSystemTime('2026-10-14T09:01:30Z')
    const { callsOf } = await visit('', answers, { history })
    const notice = await screen.findByRole('dialog', { name: flow.title })
    expect(notice.textContent).toContain(flow.again)
    await press('Понятно')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: flow.title })).toBeNull())
    if ('choice' in flow) await press(flow.submit)
    else await fillIn(flow)
    expect(await screen.findByText('6 цифр из письма на адрес m•••@example.org')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Отправить новый код' })).toBeDefined()
    expect(callsOf(send)).toEqual([])
    await press('Отправить новый код')
    expect(document.activeElement).toBe(screen.getByLabelText('Код подтверждения'))
  })
})

test('A code that has expired during the reload is replaced by a new one', async () => {
  const [flow] = flows
  vi.setSystemTime('2026-10-14T09:00:00Z')
  const answers = { 'GET /api/v1/profile': { body: flow.user }, ...codes, [flow.call]: required }
  const { history } = await visit(flow.address, answers)
  await fillIn(flow)
  await screen.findByText('6 цифр из письма на адрес m•••@example.org')
  cleanup()
  vi.setSystemTime('2026-10-14T09:05:00Z')
  const { callsOf } = await visit('', answers, { history })
  await screen.findByRole('dialog', { name: flow.title })
  await press('Понятно')
  await fillIn(flow)
  await screen.findByText('6 цифр из письма на адрес m•••@example.org')
  expect(callsOf(send)).toHaveLength(1)
})

test('Nothing is said after a reload without a waiting action', async () => {
  const [flow] = flows
  const answers = { 'GET /api/v1/profile': { body: flow.user }, ...codes, [flow.call]: required }
  const { history } = await visit(flow.address, answers)
  await fillIn(flow)
  await screen.findByRole('dialog', { name: question })
  await press('Отменить')
  await screen.findByRole('alert')
  cleanup()
  await visit('', answers, { history })
  // The form is in the address of the page.
  await screen.findByRole('button', { name: flow.submit })
  expect(screen.queryByRole('dialog', { name: question })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(Object.keys(sessionStorage)).toEqual([])
})
