import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ticketTextLength } from '#contract/limits.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import { callsChangedByRecord } from '#contract/record-changes.ts'
import { invalidateCalls } from '#src/api/query-cache.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { FakeUpload } from '#tests/support/browser/fake-upload.ts'
import { textOf } from '#tests/support/browser/text.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'

const create = 'POST /api/v1/schedule/ticket/create'
const list = 'GET /api/v1/schedule/ticket/list'
const schedule = 'GET /api/v1/student/schedule/list'

const me = person(['student'])
const taken: Reply = { status: 201, body: { uuid: me.id, number: 'Р-2026-000123' } }

/** The stored draft of a ticket; a browser story types into the editor itself. */
function begin(html = '<p>Где будет занятие?</p>', { userId = me.id, about = '' } = {}): void {
  localStorage.setItem(`draft_${userId}_${about}`, JSON.stringify({ html }))
}

const draft = () => JSON.parse(localStorage.getItem(`draft_${me.id}_`) ?? 'null')?.html ?? null
const open = (replies: Parameters<typeof visit>[1] = {}, address = '/schedule?tickets=new') =>
  visit(address, { 'GET /api/v1/profile': { body: me }, ...replies })
const text = () => screen.findByRole('textbox', { name: 'Текст обращения' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const review = async () => {
  await text()
  await press('Проверить и отправить')
  return screen.findByRole('region', { name: 'Обращение' })
}
const file = { uuid: me.id, name: 'чек.pdf', mediaType: 'application/pdf', size: 1 }
async function chooseFile(window: Window): Promise<FakeUpload> {
  Object.assign(window, { XMLHttpRequest: FakeUpload })
  FakeUpload.sent = []
  await userEvent.upload(
    await screen.findByLabelText('Выбрать файлы'),
    new File(['…'], file.name, { type: file.mediaType }),
  )
  return waitFor(() => FakeUpload.sent[0] ?? Promise.reject(new Error('nothing was sent')))
}
const bodiesOf = (requests: { body: string | null }[]) =>
  requests.map(({ body }) => (JSON.parse(body ?? '{}') as { contentHtml: string }).contentHtml)
const keysOf = (requests: { headers: Headers }[]) => requests.map(({ headers }) => headers.get('idempotency-key'))

describe('A ticket', () => {
  test('links to the lesson from which it was started', async () => {
    const lesson = scheduleItem()
    begin('<p>Можно позже?</p>', { about: lesson.uuid })
    const address = `/schedule?date=2026-11-20&item=${lesson.uuid}`
    const { callsOf, here, window } = await open({ [schedule]: { body: [lesson] }, [create]: taken }, address)
    await press('Написать об этом занятии')
    expect(here()).toBe(`${address}&tickets=new`)
    await screen.findByText(/^Касается: Математика, пятница, 20 ноября, 10:00/)
    const upload = await chooseFile(window)
    await press('Проверить и отправить')
    expect(screen.queryByRole('region', { name: 'Обращение' })).toBeNull()
    upload.answer(200, file)
    await screen.findByRole('button', { name: 'Убрать файл чек.pdf' })
    await review()
    await press('Отправить')
    await screen.findByText(/Р-2026-000123/)
    expect(bodiesOf(callsOf(create))[0]?.replace(/\s/g, ' ')).toMatch(
      new RegExp(
        `^<p>Касается: <a href="/schedule\\?date=2026-11-20&amp;item=${lesson.uuid}">Математика, пятница, 20 ноября, 10:00.*11:30</a></p><p>Можно позже\\?</p>$`,
      ),
    )
    await press('Готово')
    await screen.findByRole('dialog', { name: 'Математика' })
    expect(here()).toBe(address)
  })

  test('attaches the state of the screen only with consent', async () => {
    begin()
    let replies = 0
    const { callsOf } = await open({
      [schedule]: { body: [], requestId: 'req-0' },
      [list]: { body: [], requestId: 'req-later' },
      [create]: () => {
        replies += 1
        return replies === 1 ? { problem: 'unavailable', status: 503, requestId: 'req-1' } : taken
      },
    })
    await review()
    const facts = () => screen.getByRole('region', { name: 'Что было на экране' })
    expect(textOf(facts())).toContain('Экран')
    expect(textOf(facts())).toContain('Расписание, /schedule')
    expect(textOf(facts())).toContain('session: signedIn.present; ticket: writing')
    expect(textOf(facts())).toMatch(/Последний ответ\d\d:\d\d, GET \/v1\/student\/schedule\/list, req-0$/)
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
    await press('Отправить')
    await screen.findByRole('alert')
    await press('Изменить')
    const shown = await review()
    expect(textOf(facts())).toMatch(/Запрос с ошибкой.*POST \/v1\/schedule\/ticket\/create, unavailable, req-1/)
    expect(textOf(shown)).toBe('Где будет занятие?')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Приложить то, что было на экране' }))
    expect(textOf(screen.getByRole('region', { name: 'Обращение' }))).toContain('req-1')
    await press('Отправить')
    await screen.findByText(/Р-2026-000123/)
    const [alone, withFacts] = bodiesOf(callsOf(create))
    expect(alone).toBe('<p>Где будет занятие?</p>')
    expect(withFacts).toMatch(
      /^<p>Где будет занятие\?<\/p><blockquote><p>Что было на экране<\/p><ul><li><p>Экран: .*req-1<\/p><\/li><\/ul><\/blockquote>$/,
    )
  })

  test('with a late response is sent although the dialog was closed', async () => {
    begin()
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const { callsOf } = await open({ [create]: () => promise, [list]: { body: [] } })
    await review()
    await press('Отправить')
    await waitFor(() => expect(callsOf(create)).toHaveLength(1))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(draft()).toBe('<p>Где будет занятие?</p>')
    resolve(taken)
    await waitFor(() => expect(draft()).toBeNull())
  })

  test('that met an ended session says so at once and when the user is back, and keeps its key', async () => {
    begin()
    const { left, callsOf } = await open({
      [create]: { problem: 'unauthenticated', status: 401 },
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/auth' } },
    })
    await review()
    await press('Отправить')
    expect(textOf(await screen.findByRole('alert'))).toMatch(/^Обращение не отправлено/)
    await waitFor(() => expect(left).toEqual(['https://id.example/auth']))
    expect(draft()).toBe('<p>Где будет занятие?</p>')
    cleanup()
    const later = await open({ [create]: taken })
    await screen.findByText('Обращение не отправлено')
    await review()
    await press('Отправить')
    await screen.findByText(/Р-2026-000123/)
    // An earlier try of it may have been stored.
    expect(keysOf(later.callsOf(create))).toEqual(keysOf(callsOf(create)))
    expect(localStorage.getItem(`draft_${me.id}_`)).toBeNull()
  })

  test('on another topic and with attached facts is the same one after a reload, until it is changed', async () => {
    begin()
    const lost = { [create]: 'offline', 'GET /healthz': 'offline' } as const
    const first = await open(lost)
    await text()
    const topic = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Тема' })
    await userEvent.selectOptions(topic(), 'Договоры и оплата')
    await review()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Приложить то, что было на экране' }))
    await press('Отправить')
    await screen.findByRole('alert')
    cleanup()

    const second = await open(lost)
    await text()
    expect(topic().value).toBe('payments')
    await review()
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
    await press('Отправить')
    await screen.findByRole('alert')
    await press('Изменить')
    await userEvent.selectOptions(topic(), 'Другое')
    await review()
    await press('Отправить')
    await waitFor(() => expect(second.callsOf(create)).toHaveLength(2))

    const [before, after, other] = [...first.callsOf(create), ...second.callsOf(create)]
    expect(after?.body).toBe(before?.body)
    expect(JSON.parse(before?.body ?? '{}')).toMatchObject({ topic: 'payments' })
    expect(JSON.parse(other?.body ?? '{}')).toMatchObject({ topic: 'other' })
    const [key, keyAfter, keyOfOther] = keysOf([...first.callsOf(create), ...second.callsOf(create)])
    expect([keyAfter === key, keyOfOther === key]).toEqual([true, false])
  })

  test('that is too long is not sent and shows an error', async () => {
    begin(`<p>${'ы'.repeat(ticketTextLength)}</p>`)
    const { callsOf } = await open()
    await text()
    await press('Проверить и отправить')
    await screen.findByText(/Обращение слишком длинное\. Сократите его хотя бы на 7 символов\./)
    // Until it is changed: it is judged when it is sent again.
    await press('Список')
    await waitFor(() => expect(screen.queryByText(/Обращение слишком длинное/)).toBeNull())
    await press('Проверить и отправить')
    await screen.findByText(/Обращение слишком длинное/)
    expect(callsOf(create)).toEqual([])
  })
})

describe('The list of tickets', () => {
  const ticket: Ticket = {
    uuid: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c01',
    number: 'Р-2026-000007',
    topic: 'studies',
    contentHtml: '<p>Где <em>занятие</em>?</p>',
    state: 'answered',
    createdAt: '2026-11-12T14:50:00.000Z',
    answeredAt: '2026-11-13T09:00:00.000Z',
    dueAt: null,
    isUnread: true,
  }
  const one = `GET /api/v1/schedule/ticket/${ticket.uuid}`
  const read = `POST /api/v1/schedule/ticket/${ticket.uuid}/read`
  const reply = `POST /api/v1/schedule/ticket/${ticket.uuid}/reply`
  const answer = { uuid: ticket.uuid, isOwn: false, contentHtml: '<p>В <strong>204</strong>.</p>', files: [] }
  const conversation = { ...ticket, files: [], messages: [{ ...answer, at: '2026-11-13T09:00:00.000Z' }] }
  const address = '/schedule?tickets=list'
  const replies = {
    [list]: { body: [ticket] },
    [one]: { body: conversation },
    [read]: { body: undefined, status: 204 },
  }

  test('shows topic, state and time of each, and which answer is new', async () => {
    const old = { ...ticket, uuid: me.id, number: 'Р-2026-000006', state: 'lost', isUnread: false }
    await open({ [list]: { body: [ticket, old] } }, address)
    const links = (await screen.findAllByRole('listitem')).map((item) => textOf(item))
    expect(links).toEqual([
      'Р-2026-000007новый ответЕсть ответГде занятие?Учёба и оценки · 12 ноября в 17:50',
      'Р-2026-000006неизвестноГде занятие?Учёба и оценки · 12 ноября в 17:50',
    ])
  })

  test('opens as a conversation, which is then read', async () => {
    let shown = conversation
    const readOnServer = () => {
      shown = { ...shown, isUnread: false }
      return { body: undefined, status: 204 }
    }
    const served = { ...replies, [one]: () => ({ body: shown }), [read]: readOnServer }
    const { here, callsOf, app } = await open(served, address)
    await userEvent.click(await screen.findByRole('link', { name: /Р-2026-000007/ }))
    const messages = await screen.findByRole('list', { name: 'Переписка' })
    expect(textOf(messages)).toBe('Вы · 12 ноября в 17:50Где занятие?Ответ школы · 13 ноября в 12:00В 204.')
    expect(here()).toBe(`/schedule?tickets=${ticket.uuid}`)
    await waitFor(() => expect(callsOf(one)).toHaveLength(2))
    expect(callsOf(read)).toHaveLength(1)

    // The stream announces a second answer.
    const second = { ...answer, uuid: me.id, contentHtml: '<p>Уже в 205.</p>', at: '2026-11-13T10:00:00.000Z' }
    shown = { ...conversation, messages: [...conversation.messages, second] }
    await invalidateCalls(app.queryClient, callsChangedByRecord.tickets)
    await waitFor(() => expect(textOf(messages)).toMatch(/Уже в 205\.$/))
    await waitFor(() => expect(callsOf(read)).toHaveLength(2))
    await press('Все обращения')
    await waitFor(() => expect(here()).toBe(address))
  })

  test('a reply waits for the upload of its file', async () => {
    begin('<p>А теперь?</p>', { about: `reply-${ticket.uuid}` })
    const { callsOf, window } = await open(
      { ...replies, [reply]: { body: { state: 'inProgress' } } },
      `/schedule?tickets=${ticket.uuid}`,
    )
    await screen.findByText('А теперь?')
    const upload = await chooseFile(window)
    await press('Отправить')
    expect(callsOf(reply)).toEqual([])
    upload.answer(200, file)
    await screen.findByRole('button', { name: 'Убрать файл чек.pdf' })
    await press('Отправить')
    await screen.findByText('Сообщение отправлено. Ответ придёт сюда же.')
    expect(bodiesOf(callsOf(reply))).toEqual(['<p>А теперь?</p>'])
  })

  test('a reply without words is not sent and shows an error, until it is changed', async () => {
    const { callsOf } = await open(replies, `/schedule?tickets=${ticket.uuid}`)
    await screen.findByRole('textbox', { name: 'Написать ещё' })
    await press('Отправить')
    await screen.findByText('Напишите текст.')
    await press('Список')
    await waitFor(() => expect(screen.queryByText('Напишите текст.')).toBeNull())
    expect(callsOf(reply)).toEqual([])
  })

  test('a reply that met an ended session says so when the user is back', async () => {
    begin('<p>А теперь?</p>', { about: `reply-${ticket.uuid}` })
    const opened = `/schedule?tickets=${ticket.uuid}`
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
      `/schedule?tickets=${ticket.uuid}`,
    )
    await screen.findByText('Вы вошли под пользователем: писать за него нельзя.')
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(callsOf(read)).toEqual([])
  })
})
