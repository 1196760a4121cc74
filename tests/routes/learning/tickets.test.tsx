import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { ticketTextLength } from '#contract/limits.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { chooseFile, press, textsOf, uploadedFile } from '#tests/support/browser/fake-upload.ts'
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

const children = [
  { uuid: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c11', firstName: 'Артём' },
  { uuid: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c12', firstName: 'Мария' },
]

const draft = () => JSON.parse(localStorage.getItem(`draft_${me.id}_`) ?? 'null')?.html ?? null
const open = (replies: Parameters<typeof visit>[1] = {}, address = '/schedule?tickets=new') =>
  visit(address, { 'GET /api/v1/profile': { body: me }, ...replies })
const text = () => screen.findByRole('textbox', { name: 'Текст сообщения' })
const review = async () => {
  await text()
  await press('Проверить и отправить')
  return screen.findByRole('region', { name: 'Сообщение' })
}
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
    expect(screen.queryByRole('region', { name: 'Сообщение' })).toBeNull()
    upload.answer(200, uploadedFile)
    await screen.findByRole('button', { name: 'Убрать файл чек.pdf' })
    await review()
    await press('Отправить')
    await screen.findByText(/Р-2026-000123/)
    expect(textsOf(callsOf(create))[0]?.replace(/\s|&nbsp;/g, ' ')).toMatch(
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
    expect(textOf(screen.getByRole('region', { name: 'Сообщение' }))).toContain('req-1')
    await press('Отправить')
    await screen.findByText(/Р-2026-000123/)
    const [alone, withFacts] = textsOf(callsOf(create))
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
    expect(textOf(await screen.findByRole('alert'))).toMatch(/^Сообщение не отправлено/)
    await waitFor(() => expect(left).toEqual(['https://id.example/auth']))
    expect(draft()).toBe('<p>Где будет занятие?</p>')
    cleanup()
    const later = await open({ [create]: taken })
    await screen.findByText('Сообщение не отправлено')
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
    await screen.findByText(/Сообщение слишком длинное\. Сократите его хотя бы на 7 символов\./)
    // Until it is changed: it is judged when it is sent again.
    await press('Список')
    await waitFor(() => expect(screen.queryByText(/Сообщение слишком длинное/)).toBeNull())
    await press('Проверить и отправить')
    await screen.findByText(/Сообщение слишком длинное/)
    expect(callsOf(create)).toEqual([])
  })

  test('is about the child that a parent has chosen, and names where its answer will be', async () => {
    const parent = person(['parent'])
    begin('<p>Можно позже?</p>', { userId: parent.id })
    const { callsOf, here } = await open(
      {
        'GET /api/v1/profile': { body: parent },
        'GET /api/v1/profile/children': { body: children },
        [create]: taken,
      },
      '/events?tickets=new',
    )
    const child = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'О ком' })
    expect([...child.options].map(({ text: name }) => name)).toEqual(['Не о ребёнке', 'Артём', 'Мария'])
    await userEvent.selectOptions(child, 'Мария')
    await screen.findByText('Учебная часть. Ответ в течение 24 часов')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Тема' }), 'Договоры и оплата')
    await screen.findByText('Отдел договоров и оплаты. Ответ в течение 48 часов')
    await review()
    await press('Отправить')
    await screen.findByText(/Р-2026-000123/)
    expect(callsOf(create).map(({ body }) => JSON.parse(body ?? '{}'))).toEqual([
      { contentHtml: '<p>Можно позже?</p>', topic: 'payments', studentUuid: children[1]?.uuid },
    ])
    await userEvent.click(screen.getByRole('link', { name: 'Открыть «Сообщения»' }))
    await waitFor(() => expect(here()).toBe('/messages'))
  })

  test('goes to a teacher or curator of the chosen child, and to the office for another child', async () => {
    const parent = person(['parent'])
    const ofMaria = { studentUuid: children[1]?.uuid ?? '', courses: ['Алгебра'], curatedGroups: [] }
    const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
    const teacher = { ...ofMaria, uuid: id(1), name: 'Белова Ирина' }
    const both = { ...ofMaria, uuid: id(2), name: 'Орлов Глеб', curatedGroups: ['А-1'] }
    const curator = {
      ...both,
      uuid: id(3),
      name: 'Седова Анна',
      courses: [],
      curatedGroups: ['А-1', 'Б-2'],
    }
    begin('<p>Можно позже?</p>', { userId: parent.id })
    const { callsOf } = await open(
      {
        'GET /api/v1/profile': { body: parent },
        'GET /api/v1/profile/children': { body: children },
        'GET /api/v1/schedule/ticket/recipient/list': { body: [curator, both, teacher] },
        [create]: taken,
      },
      '/events?tickets=new',
    )
    const child = await screen.findByRole('combobox', { name: 'О ком' })
    await userEvent.selectOptions(child, 'Артём')
    expect(screen.queryByRole('combobox', { name: 'Кому' })).toBeNull()
    await userEvent.selectOptions(child, 'Мария')
    const recipient = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Кому' })
    expect([...recipient.options].map(({ text: name }) => name)).toEqual([
      'Учебная часть',
      'Куратор 2 групп: Седова Анна',
      'Куратор группы «А-1»: Орлов Глеб, Алгебра',
      'Белова Ирина, Алгебра',
    ])
    await userEvent.selectOptions(recipient, 'Белова Ирина, Алгебра')
    await review()
    await press('Отправить')
    await screen.findByText(/Р-2026-000123/)
    expect(callsOf(create).map(({ body }) => JSON.parse(body ?? '{}'))).toEqual([
      expect.objectContaining({ studentUuid: children[1]?.uuid, recipientUuid: teacher.uuid }),
    ])
  })
})
