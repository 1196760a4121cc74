import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { callsChangedByRecord } from '#contract/record-changes.ts'
import { invalidateCalls } from '#src/api/query-cache.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { chooseFile, press, textsOf, uploadedFile } from '#tests/support/browser/fake-upload.ts'
import { textOf } from '#tests/support/browser/text.ts'
import { ticketSample } from '#tests/support/samples/ticket-samples.ts'

const list = 'GET /api/v1/schedule/ticket/list'
const me = person(['student'])

/** The stored draft of a ticket; a browser story types into the editor itself. */
function begin(html = '<p>Где будет занятие?</p>', { userId = me.id, about = '' } = {}): void {
  localStorage.setItem(`draft_${userId}_${about}`, JSON.stringify({ html }))
}

const open = (replies: Parameters<typeof visit>[1] = {}, address = '/messages') =>
  visit(address, { 'GET /api/v1/profile': { body: me }, ...replies })

describe('The messages', () => {
  const ticket = ticketSample()
  const one = `GET /api/v1/schedule/ticket/${ticket.uuid}`
  const read = `POST /api/v1/schedule/ticket/${ticket.uuid}/read`
  const reply = `POST /api/v1/schedule/ticket/${ticket.uuid}/reply`
  const answer = { uuid: ticket.uuid, isOwn: false, contentHtml: '<p>В <strong>204</strong>.</p>', files: [] }
  const conversation = {
    ...ticket,
    contentHtml: '<p>Где <em>занятие</em>?</p>',
    files: [],
    messages: [{ ...answer, at: '2026-11-13T09:00:00.000Z' }],
  }
  const address = '/messages'
  const replies = {
    [list]: { body: [ticket] },
    [one]: { body: conversation },
    [read]: { body: undefined, status: 204 },
  }

  test('show office, child, state, promised time and the first words of the last message', async () => {
    const waiting = ticketSample({
      uuid: me.id,
      topic: 'payments',
      subject: 'Где чек?',
      state: 'received',
      isUnread: false,
      student: { uuid: me.id, firstName: 'Артём' },
      dueAt: '2035-11-20T12:00:00.000Z',
      lastMessage: null,
    })
    const late = ticketSample({
      uuid: `${me.id.slice(0, -1)}9`,
      state: 'lost' as 'closed',
      isUnread: false,
      dueAt: '2020-11-20T12:00:00.000Z',
      lastMessage: { isOwn: true, at: '2026-11-14T09:00:00.000Z', preview: 'Спасибо.' },
    })
    await open({ [list]: { body: [ticket, waiting, late] } }, address)
    const rowsOf = async (name: string) =>
      within(await screen.findByRole('list', { name }))
        .getAllByRole('listitem')
        .map((item) => textOf(item))
    expect(await rowsOf('Новые ответы')).toEqual([
      // The heading says that there is an answer.
      'Новый ответ: Где занятие?13 нояб.Ответ: В кабинете 204.Учебная часть',
    ])
    expect(await rowsOf('Ждём ответа школы')).toEqual([
      'Где занятие?14 нояб.Вы: Спасибо.Обещали ответить до 20 нояб.Учебная часть',
      'Где чек?12 нояб.Ответим до 20 ноябряАртём · Отдел договоров и оплаты',
    ])
  })

  const older = ticketSample({ uuid: me.id, subject: 'Где чек?', isUnread: false })

  test('show the first one beside the list without an address, and leave it in its place when it is read', async () => {
    let isUnread = true
    const { here, callsOf, history } = await open({
      ...replies,
      [list]: () => ({ body: [older, { ...ticket, isUnread }] }),
      [one]: () => ({ body: { ...conversation, isUnread } }),
      [`GET /api/v1/schedule/ticket/${older.uuid}`]: { body: { ...conversation, ...older, messages: [] } },
      [read]: () => {
        isUnread = false
        return { body: undefined, status: 204 }
      },
    })
    const subjectOfShown = async () => (await screen.findByRole('region', { name: /^Где/ })).getAttribute('aria-label')
    expect(await subjectOfShown()).toBe('Где занятие?')
    // An unattended page reads nothing.
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await userEvent.keyboard('{Shift}')
    visibility.mockRestore()
    expect(callsOf(read)).toEqual([])
    await userEvent.keyboard('{Shift}')
    await waitFor(() => expect(screen.queryByText('Новый ответ:')).toBeNull())
    const rows = screen.getAllByRole('link', { name: /^Где/ })
    expect(rows.map((row) => [textOf(row).slice(0, 9), row.getAttribute('aria-current')])).toEqual([
      ['Где занят', 'true'],
      ['Где чек?1', null],
    ])
    expect([here(), callsOf(read).length]).toEqual([address, 1])
    await userEvent.click(screen.getByRole('button', { name: 'Написать ещё' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Написать ещё' })))
    expect(here()).toBe(`${address}?ticket=${ticket.uuid}`)
    await userEvent.click(rows[1] as HTMLElement)
    await waitFor(async () => expect(await subjectOfShown()).toBe('Где чек?'))
    expect(here()).toBe(`${address}?ticket=${older.uuid}`)
    history.go(-2)
    await waitFor(() => expect(here()).toBe(address))
    await waitFor(async () => expect(await subjectOfShown()).toBe('Где занятие?'))
  })

  test('take the focus to the editor after its button only, not after a press on the row', async () => {
    const { here, history } = await open({ ...replies, [list]: { body: [older, ticket] } })
    await userEvent.click(await screen.findByRole('button', { name: 'Написать ещё' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Написать ещё' })))
    history.back()
    await waitFor(() => expect(here()).toBe(address))
    await screen.findByRole('button', { name: 'Написать ещё' })
    const row = screen.getByRole('link', { name: /Где занятие/ })
    await userEvent.click(row)
    const editor = await screen.findByRole('textbox', { name: 'Написать ещё' })
    expect(here()).toBe(`${address}?ticket=${ticket.uuid}`)
    // The editor takes the focus a frame after it is shown.
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(editor.contains(document.activeElement)).toBe(false)
  })

  test('show what was begun for the first one, in its editor', async () => {
    begin('<p>А теперь?</p>', { about: `reply-${ticket.uuid}` })
    const { here, callsOf } = await open({ ...replies, [reply]: { body: { state: 'inProgress' } } })
    await screen.findByText('А теперь?')
    expect(here()).toBe(address)
    await press('Отправить')
    await screen.findByText('Сообщение отправлено. Ответ придёт сюда же.')
    expect(textsOf(callsOf(reply))).toEqual(['<p>А теперь?</p>'])
  })

  test('show a phone only the list, of which nothing is read', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget(), {
        matches: false,
        media,
        onchange: null,
        addListener: () => undefined,
        removeListener: () => undefined,
      }),
    )
    const { callsOf } = await open(replies)
    await screen.findByRole('link', { name: /Где занятие/ })
    expect(screen.queryByRole('region', { name: 'Где занятие?' })).toBeNull()
    expect([...callsOf(one), ...callsOf(read)]).toEqual([])
    vi.restoreAllMocks()
  })

  test('that are closed are folded, and found by their words', async () => {
    const closed = ticketSample({ uuid: me.id, subject: 'Каникулы', state: 'closed', isUnread: false })
    const found: Record<string, unknown[]> = { КАНИК: [closed], физика: [] }
    const listed = ({ url }: Request) => found[new URL(url).searchParams.get('search') ?? ''] ?? [ticket, closed]
    const { here } = await open({ [list]: (request) => ({ body: listed(request) }) }, address)
    const folded = (await screen.findByText('Закрытые: 1')).closest('details')
    expect(folded?.open).toBe(false)
    const field = screen.getByRole('textbox', { name: 'Поиск по сообщениям: слова, имя или номер' })
    await userEvent.type(field, 'КАНИК')
    await waitFor(() =>
      expect(screen.getAllByRole('listitem', { hidden: false }).map((row) => textOf(row))).toContainEqual(
        expect.stringMatching(/^Каникулы/),
      ),
    )
    await waitFor(() => expect(screen.queryByRole('link', { name: /Где занятие/ })).toBeNull())
    expect(decodeURIComponent(here())).toBe('/messages?search=КАНИК')
    await userEvent.clear(field)
    await userEvent.type(field, 'физика')
    await userEvent.click(await screen.findByRole('button', { name: 'Показать все' }))
    await screen.findByRole('link', { name: /Где занятие/ })
    expect(here()).toBe('/messages')
  })

  test('of another author are not there, the own ones stay', async () => {
    const other = `GET /api/v1/schedule/ticket/${me.id}`
    await open({ ...replies, [other]: { problem: 'not-found', status: 404 } }, `/messages?ticket=${me.id}`)
    await screen.findByText('Такой записи нет или она вам не принадлежит.')
    expect(screen.getAllByRole('link', { name: /Где занятие/ })).toHaveLength(1)
  })

  test('opens as a conversation, which is then read', async () => {
    let shown = conversation
    const readOnServer = () => {
      shown = { ...shown, isUnread: false }
      return { body: undefined, status: 204 }
    }
    const served = { ...replies, [one]: () => ({ body: shown }), [read]: readOnServer }
    const { here, callsOf, app } = await open(served, address)
    await userEvent.click(await screen.findByRole('link', { name: /Где занятие/ }))
    const messages = await screen.findByRole('list', { name: 'Переписка' })
    expect(textOf(messages)).toBe(
      'Вы · 12 ноября в 17:50Где занятие?Ответ школы, Учебная часть · 13 ноября в 12:00В 204.',
    )
    expect(here()).toBe(`/messages?ticket=${ticket.uuid}`)
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    await waitFor(() => expect(callsOf(one)).toHaveLength(2))
    expect(callsOf(read)).toHaveLength(1)

    // The stream announces a second answer.
    const second = { ...answer, uuid: me.id, contentHtml: '<p>Уже в 205.</p>', at: '2026-11-13T10:00:00.000Z' }
    shown = { ...conversation, messages: [...conversation.messages, second] }
    await invalidateCalls(app.queryClient, callsChangedByRecord.tickets)
    await waitFor(() => expect(textOf(messages)).toMatch(/Уже в 205\.$/))
    await waitFor(() => expect(callsOf(read)).toHaveLength(2))
    await press('Все сообщения')
    await waitFor(() => expect(here()).toBe(address))
  })

  test('a reply waits for the upload of its file', async () => {
    begin('<p>А теперь?</p>', { about: `reply-${ticket.uuid}` })
    const { callsOf, window } = await open(
      { ...replies, [reply]: { body: { state: 'inProgress' } } },
      `/messages?ticket=${ticket.uuid}`,
    )
    await screen.findByText('А теперь?')
    const upload = await chooseFile(window)
    await press('Отправить')
    expect(callsOf(reply)).toEqual([])
    upload.answer(200, uploadedFile)
    await screen.findByRole('button', { name: 'Убрать файл чек.pdf' })
    await press('Отправить')
    await screen.findByText('Сообщение отправлено. Ответ придёт сюда же.')
    expect(textsOf(callsOf(reply))).toEqual(['<p>А теперь?</p>'])
  })

  test('a reply without words is not sent and shows an error, until it is changed', async () => {
    const { callsOf } = await open(replies, `/messages?ticket=${ticket.uuid}`)
    await screen.findByRole('textbox', { name: 'Написать ещё' })
    await press('Отправить')
    await screen.findByText('Напишите текст.')
    await press('Список')
    await waitFor(() => expect(screen.queryByText('Напишите текст.')).toBeNull())
    expect(callsOf(reply)).toEqual([])
  })

  test('a reply that met an ended session says so when the user is back', async () => {
    begin('<p>А теперь?</p>', { about: `reply-${ticket.uuid}` })
    const opened = `/messages?ticket=${ticket.uuid}`
    const { left } = await open(
      {
        ...replies,
        [reply]: { problem: 'unauthenticated', status: 401 },
        'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/auth' } },
      },
      opened,
    )
    await screen.findByText('А теперь?')
    await press('Отправить')
    await waitFor(() => expect(left).toEqual(['https://id.example/auth']))
    cleanup()
    await open({ ...replies, [reply]: { body: { state: 'inProgress' } } }, opened)
    await screen.findByText('Сообщение не отправлено')
    await press('Отправить')
    await screen.findByText('Сообщение отправлено. Ответ придёт сюда же.')
    expect(screen.queryByText('Сообщение не отправлено')).toBeNull()
  })

  test('shows no editor to an administrator who looks at it, and is not read by that', async () => {
    const visited = { ...me, isLoggedAs: true, impersonation: { by: 'Вера', until: '2035-09-01T12:00:00.000Z' } }
    const { callsOf } = await open(
      { ...replies, 'GET /api/v1/profile': { body: visited } },
      `/messages?ticket=${ticket.uuid}`,
    )
    expect(await screen.findAllByText('Вы вошли под пользователем: писать за него нельзя.')).toHaveLength(2)
    expect(screen.queryByRole('textbox', { name: 'Написать ещё' })).toBeNull()
    expect(callsOf(read)).toEqual([])
  })

  test('offer no button that cannot work to an administrator who looks at them', async () => {
    const visited = { ...me, isLoggedAs: true, impersonation: { by: 'Вера', until: '2035-09-01T12:00:00.000Z' } }
    const { callsOf } = await open({ ...replies, 'GET /api/v1/profile': { body: visited } })
    expect(await screen.findByRole('button', { name: 'Написать ещё' })).toHaveProperty('disabled', true)
    screen.getByText('Вы вошли под пользователем: это может менять только сам пользователь.')
    await userEvent.keyboard('{Shift}')
    expect(callsOf(read)).toEqual([])
  })

  test('of a teacher or curator are those to answer, the most urgent first, then the answered and the own ones', async () => {
    const state = 'received' as const
    const lastMessage = null
    const addressed = ticketSample({
      author: 'Соколова Ольга',
      subject: 'Когда пересдача?',
      dueAt: '2035-11-20T12:00:00.000Z',
      state,
      lastMessage,
    })
    const late = { ...addressed, uuid: me.id, author: 'Ким Олег', dueAt: '2020-11-20T12:00:00.000Z' }
    const answered = {
      ...addressed,
      uuid: `${me.id.slice(0, -1)}8`,
      state: 'answered' as const,
      dueAt: null,
      isUnread: false,
    }
    const own = ticketSample({ uuid: `${me.id.slice(0, -1)}9`, isUnread: false })
    await open({
      ...replies,
      'GET /api/v1/profile': { body: person(['teacher']) },
      [list]: { body: [answered, addressed, own, late] },
      [one]: { body: { ...conversation, ...addressed, messages: [] } },
      [`GET /api/v1/schedule/ticket/${late.uuid}`]: { body: { ...conversation, ...late, messages: [] } },
    })
    const rows = async (name: string) =>
      within(await screen.findByRole('list', { name }))
        .getAllByRole('listitem')
        .map((row) => textOf(row))
    expect(await rows('Нужно ответить')).toEqual([
      expect.stringMatching(/Ответ просрочен с 20 нояб..*Ким Олег/),
      expect.stringMatching(/Нужно ответить до 20 ноября в 15:00Соколова Ольга/),
    ])
    expect(await rows('Вы ответили')).toEqual([expect.stringMatching(/Вы ответилиСоколова Ольга$/)])
    expect(await rows('Вы писали администрации')).toHaveLength(1)
    expect(screen.queryByText('Получено')).toBeNull()
    // The most urgent one is shown.
    await screen.findByRole('button', { name: 'Ответить' })
    expect(screen.queryByRole('textbox', { name: 'Текст ответа' })).toBeNull()
    await screen.findByRole('button', { name: 'Написать администрации' })
    await userEvent.click(screen.getByRole('link', { name: /Соколова Ольга.*15:00|15:00.*Соколова Ольга/ }))
    await screen.findByRole('textbox', { name: 'Текст ответа' })
    await screen.findByRole('button', { name: 'Ответить' })
  })
})
