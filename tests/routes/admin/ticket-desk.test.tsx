import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { DeskTicket, QueuedTicket } from '#contract/people/tickets.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { FakeUpload } from '#tests/support/browser/fake-upload.ts'
import { textOf } from '#tests/support/browser/text.ts'

const id = 'a0000000-0000-4000-8000-000000000001'
const administrator = person(['administrator'], { firstName: 'Павел', lastName: 'Жданов' })
const author = { id: 'a0000000-0000-4000-8000-000000000002', name: 'Ольга Соколова' }
const queue = 'GET /api/v1/admin/ticket/queue'
const one = `GET /api/v1/admin/ticket/${id}`
const send = `POST /api/v1/admin/ticket/${id}/message`
const change = `PATCH /api/v1/admin/ticket/${id}`
const times = 'GET /api/v1/admin/ticket/response-time/list'
const address = '/adm-panel/?tab=tickets'

const queued: QueuedTicket = {
  id,
  number: 'Р-2026-000007',
  topic: 'payments',
  state: 'received',
  author,
  assignee: null,
  recipient: null,
  createdAt: '2026-11-18T09:00:00.000Z',
  dueAt: '2026-11-19T09:00:00.000Z',
  preview: 'Где чек?',
  subject: 'Где чек за ноябрь?',
  student: null,
  isToAnswer: true,
}
const ticket: DeskTicket = {
  id,
  number: 'Р-2026-000007',
  topic: 'payments',
  state: 'received',
  author,
  student: null,
  assignee: null,
  recipient: null,
  version: 0,
  createdAt: '2026-11-18T09:00:00.000Z',
  dueAt: '2026-11-19T09:00:00.000Z',
  contentHtml: '<p>Где чек?</p>',
  files: [],
  messages: [
    {
      files: [],
      id: author.id,
      kind: 'note',
      by: 'Вера Орлова',
      contentHtml: '<p>Звонила</p>',
      at: '2026-11-18T10:00:00.000Z',
    },
  ],
}

const open = (path: string, replies: Parameters<typeof visit>[1] = {}) =>
  visit(path, {
    'GET /api/v1/profile': { body: administrator },
    'GET /api/v1/admin/ticket/assignee/list': { body: [{ id: administrator.id, name: 'Павел Жданов' }] },
    [times]: { body: [] },
    [queue]: { body: { items: [queued], total: 1, page: 1, pageSize: 50 } },
    [one]: { body: ticket },
    ...replies,
  })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const begin = (html: string) => localStorage.setItem(`draft_${administrator.id}_desk-${id}`, JSON.stringify({ html }))
const draft = () => localStorage.getItem(`draft_${administrator.id}_desk-${id}`)
const bodiesOf = (requests: { body: string | null }[]) => requests.map(({ body }) => JSON.parse(body ?? '{}'))

describe('The queue of tickets', () => {
  test('shows each with its author, state and norm, and the response times below', async () => {
    const time = { topic: 'payments', norm: 48, tickets: 4, median: 4.25, withinNorm: 0.75 }
    await open(address, { [times]: { body: [time, { ...time, topic: 'other', tickets: 0 }] } })
    const row = (await screen.findByRole('link', { name: 'Р-2026-000007: Где чек за ноябрь?' })).closest(
      'tr',
    ) as HTMLElement
    expect(textOf(row)).toMatch(
      /^Где чек за ноябрь\?Ольга Соколова · Договоры и оплата · Р-2026-000007.*Получено.*Не назначен.*19 ноября/,
    )
    await userEvent.click(await screen.findByText('Сроки ответов за 90 дней'))
    const list = screen.getByRole('list', { name: /за 90 дней/ })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map((item) => textOf(item).replaceAll(/\s/g, ' ')),
    ).toEqual(['Договоры и оплата: 4,3 ч — половина ответов не дольше; за 48 ч, как обещано, отвечено на 75 %'])
  })

  test('names the reader who answers a message «Вы»', async () => {
    const own = { ...queued, assignee: { id: administrator.id, name: 'Павел Жданов' } }
    await open(address, { [queue]: { body: { items: [own], total: 1, page: 1, pageSize: 50 } } })
    expect(textOf(await screen.findByRole('row', { name: /Где чек/ }))).toMatch(/Получено.*Вы.*19 ноября/)
    expect(screen.queryByRole('cell', { name: 'Павел Жданов' })).toBeNull()
  })

  test('counts its messages, and says of a deadline of today only its hour', async () => {
    const today = { ...queued, dueAt: '2026-11-20T16:20:00.000Z' }
    const items = [today, { ...queued, id: author.id, number: 'Р-2026-000008', dueAt: '2026-11-21T16:20:00.000Z' }]
    await open(address, { [queue]: { body: { items, total: 2, page: 1, pageSize: 50 } } })
    expect(textOf(await screen.findByRole('row', { name: /Р-2026-000007/ }))).toMatch(/сегодня до 19:20$/)
    expect(textOf(await screen.findByRole('row', { name: /Р-2026-000008/ }))).toMatch(/21.ноября в.19:20$/)
    screen.getByText('2 сообщения')
  })

  test('names on a phone the child before the topic, and in full who answers', async () => {
    const { matchMedia } = window
    vi.spyOn(window, 'matchMedia').mockImplementation((query) => Object.assign(matchMedia(query), { matches: false }))
    const student = { id: administrator.id, name: 'Артём Соколов' }
    const items = [{ ...queued, student, dueAt: '2026-11-20T16:20:00.000Z' }]
    await open(address, { [queue]: { body: { items, total: 1, page: 1, pageSize: 50 } } })
    const row = (await screen.findByRole('link', { name: /^Р-2026-000007/ })).closest('li') as HTMLElement
    expect(textOf(row)).toMatch(
      /^Где чек за ноябрь\?Ольга Соколова.· Артём.· Договоры и оплата.*ответить сегодня до 19:20Не назначен$/,
    )
  })

  test('is filtered by the URL', async () => {
    const { here, callsOf } = await open(address)
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Статус' }), 'all')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Тема' }), 'payments')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Кто отвечает' }), 'own')
    await press('Просроченные')
    await userEvent.type(screen.getByLabelText('Найти сообщение'), 'чек')
    await waitFor(() =>
      expect(callsOf(queue).at(-1)?.url.search).toBe(
        '?search=%D1%87%D0%B5%D0%BA&state=all&topic=payments&assignee=own&overdue=yes&page=1',
      ),
    )
    expect(decodeURIComponent(here())).toBe(
      `${address}&search=чек&filter[state]=all&filter[topic]=payments&filter[assignee]=own&filter[overdue]=yes`,
    )
  })

  test('offers to show all when nothing matches', async () => {
    const { here } = await open(`${address}&filter[topic]=other`, {
      [queue]: { body: { items: [], total: 0, page: 1, pageSize: 50 } },
    })
    await press('Показать открытые сообщения')
    await waitFor(() => expect(here()).toBe(address))
  })
})

describe('A ticket of the desk', () => {
  const answer = '<p>Чек на почте.</p>'

  test('opens from the queue and leads back to it', async () => {
    const { here } = await open(address)
    await userEvent.click(await screen.findByRole('link', { name: /^Р-2026-000007/ }))
    const messages = await screen.findByRole('list', { name: 'Переписка' })
    expect(textOf(messages)).toMatch(/Ольга Соколова.*Где чек\?.*Вера Орлова.*заметка, автор её не видит.*Звонила/)
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Р-2026-000007' }))
    await press('К списку сообщений')
    await waitFor(() => expect(here()).toBe(address))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  })

  test('is answered once after a lost connection and an ended session', async () => {
    begin(answer)
    const replies: Reply[] = ['offline', { problem: 'unauthenticated', status: 401 }]
    const { callsOf, left } = await open(`${address}&ticket=${id}`, {
      [send]: () => replies.shift() ?? 'offline',
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/auth' } },
    })
    await screen.findByText('Чек на почте.')
    await press('Ответить')
    await screen.findByText(/Нет связи с сервером/)
    expect(draft()).toContain('Чек на почте.')
    await press('Ответить')
    await waitFor(() => expect(left).toHaveLength(1))
    cleanup()
    // The message was stored: the ticket that is read has another version.
    const stored = { [one]: { body: { ...ticket, version: 1 } }, [send]: { body: { version: 1 } } }
    const later = await open(`${address}&ticket=${id}`, stored)
    await press('Ответить')
    await waitFor(() => expect(draft()).toBeNull())
    const sent = [...callsOf(send), ...later.callsOf(send)]
    const requests = sent.map(({ body, headers }) => `${headers.get('idempotency-key')} ${body}`)
    expect([requests.length, new Set(requests).size]).toEqual([3, 1])
  })

  test('that is being changed takes what is typed meanwhile, and sends it after the change', async () => {
    begin(answer)
    const changed = Promise.withResolvers<Reply>()
    const { callsOf } = await open(`${address}&ticket=${id}`, {
      [send]: { body: { version: 2 } },
      [change]: () => changed.promise,
    })
    await press('Взять себе')
    const editor = screen.getByRole('textbox', { name: 'Текст ответа' })
    await userEvent.click(editor)
    await userEvent.keyboard('Ждём. ')
    await waitFor(() => expect(draft()).toContain('Ждём. '))
    expect((await screen.findByRole('button', { name: 'Ответить' })).ariaBusy).toBe('true')
    changed.resolve({ body: { version: 1 } })
    await waitFor(() => expect(screen.getByRole('button', { name: 'Ответить' }).ariaBusy).toBeNull())
    await press('Ответить')
    await waitFor(() => expect(draft()).toBeNull())
    expect(bodiesOf(callsOf(send))).toEqual([{ kind: 'answer', contentHtml: '<p>Ждём. Чек на почте.</p>', version: 1 }])
  })

  test('shows a new message at once; an answer that was begun before is sent only after it was read', async () => {
    const [old] = ticket.messages
    const reply = { ...(old as DeskTicket['messages'][number]), id, kind: 'reply' as const, by: author.name }
    let shown = ticket
    const { app, callsOf } = await open(`${address}&ticket=${id}`, {
      [one]: () => ({ body: shown }),
      [send]: { body: { version: 4 } },
    })
    const arrives = async (contentHtml: string, version: number) => {
      shown = {
        ...shown,
        version,
        messages: [...shown.messages, { ...reply, id: `${version}${id.slice(1)}`, contentHtml }],
      }
      await app.router.options.context.queryClient.invalidateQueries({ queryKey: ['GET /v1/admin/ticket/{id}'] })
    }
    const editor = await screen.findByRole('textbox', { name: 'Текст ответа' })
    await arrives('<p>Чек за октябрь тоже</p>', 1)
    await screen.findByText('Чек за октябрь тоже')
    expect(screen.queryByText('Переписка изменилась, пока вы писали')).toBeNull()
    await userEvent.click(editor)
    await userEvent.keyboard('Чеки на почте.')
    await arrives('<p>Уже нашли, спасибо</p>', 2)
    await screen.findByText('Уже нашли, спасибо')
    await screen.findByText('Переписка изменилась, пока вы писали')
    expect(editor.textContent).toBe('Чеки на почте.')
    expect(screen.queryByRole('button', { name: 'Ответить' })).toBeNull()
    await press('Прочитано, продолжить')
    await press('Ответить')
    await waitFor(() =>
      expect(bodiesOf(callsOf(send))).toEqual([{ kind: 'answer', contentHtml: '<p>Чеки на почте.</p>', version: 2 }]),
    )
  })

  test('that has been read again with a message whose answer was lost takes the same request once more', async () => {
    begin(answer)
    const [old] = ticket.messages
    const own = { ...(old as DeskTicket['messages'][number]), kind: 'answer' as const, contentHtml: answer }
    const replies: Reply[] = ['offline', { body: { version: 1 } }]
    let shown = ticket
    const { app, callsOf } = await open(`${address}&ticket=${id}`, {
      [one]: () => ({ body: shown }),
      [send]: () => replies.shift() ?? 'offline',
    })
    await screen.findByText('Чек на почте.')
    await press('Ответить')
    await screen.findByText(/Нет связи с сервером/)
    shown = { ...ticket, version: 1, messages: [own] }
    await app.router.options.context.queryClient.invalidateQueries({ queryKey: ['GET /v1/admin/ticket/{id}'] })
    await within(screen.getByRole('list', { name: 'Переписка' })).findByText('Чек на почте.')
    expect(screen.queryByText('Переписка изменилась, пока вы писали')).toBeNull()
    await press('Ответить')
    await waitFor(() => expect(draft()).toBeNull())
    const [first, second, ...more] = callsOf(send).map(({ body, headers }) => [body, headers.get('idempotency-key')])
    expect([second, more]).toEqual([first, []])
  })

  test('is answered with the file that was being uploaded, and only while the form shows it', async () => {
    begin(answer)
    FakeUpload.sent = []
    const { window, callsOf } = await open(`${address}&ticket=${id}`, { [send]: { body: { version: 1 } } })
    Object.assign(window, { XMLHttpRequest: FakeUpload })
    const choose = async (name: string) => {
      const file = new File(['…'], name, { type: 'application/pdf' })
      await userEvent.upload(await screen.findByLabelText('Выбрать файлы'), file)
      return waitFor(() => FakeUpload.sent.find((upload) => upload.file === file) ?? Promise.reject(new Error(name)))
    }
    const upload = await choose('чек.pdf')
    await press('Ответить')
    expect(callsOf(send)).toEqual([])
    upload.answer(200, { uuid: id, name: 'чек.pdf', mediaType: 'application/pdf', size: 1 })
    await screen.findByRole('button', { name: 'Убрать файл чек.pdf' })
    await press('Ответить')
    await waitFor(() => expect(draft()).toBeNull())
    expect(bodiesOf(callsOf(send))).toEqual([{ kind: 'answer', contentHtml: answer, version: 0, files: [id] }])
    const left = await choose('счёт.pdf')
    await press('К списку сообщений')
    await waitFor(() => expect(left.wasAborted).toBe(true))
  })

  test('gets an assignee, a topic and a state', async () => {
    const { callsOf } = await open(`${address}&ticket=${id}`, { [change]: { body: { version: 1 } } })
    await screen.findByRole('list', { name: 'Переписка' })
    let reads = callsOf(one).length
    await press('Взять себе')
    await waitFor(() => expect(callsOf(change)).toHaveLength(1))
    await waitFor(() => expect(callsOf(one).length).toBeGreaterThan(reads++))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Тема' }), 'studies')
    await waitFor(() => expect(callsOf(change)).toHaveLength(2))
    await waitFor(() => expect(callsOf(one).length).toBeGreaterThan(reads++))
    await press('Закрыть переписку')
    await waitFor(() => expect(callsOf(change)).toHaveLength(3))
    expect(bodiesOf(callsOf(change))).toEqual([
      { assigneeId: administrator.id, version: 0 },
      { topic: 'studies', version: 0 },
      { state: 'closed', version: 0 },
    ])
  })

  test('takes no second change while one is being saved', async () => {
    const changed = Promise.withResolvers<Reply>()
    const { callsOf } = await open(`${address}&ticket=${id}`, { [change]: () => changed.promise })
    const field = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name })
    const topic = await field('Тема')
    const assignee = await field('Кто отвечает')
    topic.focus()
    await userEvent.selectOptions(topic, 'studies')
    await waitFor(() => expect([topic.ariaDisabled, assignee.ariaDisabled]).toEqual(['true', 'true']))
    expect(document.activeElement).toBe(topic)
    await userEvent.selectOptions(assignee, administrator.id)
    expect(assignee.value).toBe('')
    changed.resolve({ body: { version: 1 } })
    await waitFor(() => expect([topic.ariaDisabled, assignee.ariaDisabled]).toEqual([null, null]))
    expect(bodiesOf(callsOf(change))).toEqual([{ topic: 'studies', version: 0 }])
  })

  test('announces each change, and keeps the focus when the pressed button is gone', async () => {
    let changed = ticket
    await open(`${address}&ticket=${id}`, {
      [one]: () => ({ body: changed }),
      [change]: { body: { version: 1 } },
    })
    const pressed = async (name: string, part: Partial<DeskTicket>) => {
      const button = await screen.findByRole('button', { name })
      changed = { ...changed, ...part }
      await userEvent.click(button)
      await waitFor(() => expect(screen.queryByRole('button', { name })).toBeNull())
      return [textOf(screen.getByText(/, Договоры и оплата, /)), document.activeElement?.ariaLabel]
    }
    const assignee = { id: administrator.id, name: 'Павел Жданов' }
    const [unassigned, own] = ['Договоры и оплата, Никто', 'Договоры и оплата, Павел Жданов']
    expect(await pressed('Взять в работу', { state: 'inProgress' })).toEqual([`В работе, ${unassigned}`, null])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Вернуть в полученные' }))
    expect(await pressed('Взять себе', { assignee })).toEqual([`В работе, ${own}`, ticket.number])
    expect(await pressed('Закрыть переписку', { state: 'closed' })).toEqual([`Закрыто, ${own}`, ticket.number])
  })

  test('that is closed takes no answer until it is opened again', async () => {
    begin(answer)
    await open(`${address}&ticket=${id}`, { [one]: { body: { ...ticket, state: 'closed' } } })
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Ответить' })
    expect(button.disabled).toBe(true)
    screen.getByText('Переписка закрыта. Чтобы ответить, верните её в работу.')
    screen.getByRole('button', { name: 'Вернуть в работу' })
  })
})
