import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Ticket } from '#contract/people/tickets.ts'
import { fixedClock } from '#src/app/clock.ts'
import { child, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf } from '#tests/support/browser/text.ts'
import { newMarkOf } from '#tests/support/samples/grade-book-samples.ts'
import { scheduleChange, scheduleItem } from '#tests/support/samples/schedule-samples.ts'
import { groupTransfer, groupWaitingListSample } from '#tests/support/samples/transfer-samples.ts'

/** Friday, 20 November 2026, noon in Moscow. */
const noon = Date.parse('2026-11-20T09:00:00Z')
const [artyom, maria] = ['a', 'b'].map((letter) => `${letter.repeat(8)}-1111-4111-8111-111111111111`) as [
  string,
  string,
]
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`

const lesson = scheduleItem({
  uuid: id(1),
  studentUuid: artyom,
  subject: 'Физика',
  title: 'Закон Ома',
  format: 'webinar',
  startsAt: '2026-11-20T09:40:00.000Z',
  endsAt: '2026-11-20T11:10:00.000Z',
  teacher: 'Белова Ирина Сергеевна',
  joinUrl: 'https://webinar.example/1',
})
const tomorrow = scheduleItem({
  uuid: id(2),
  studentUuid: maria,
  subject: 'Химия',
  title: 'Кислоты',
  startsAt: '2026-11-21T07:00:00.000Z',
  endsAt: '2026-11-21T08:00:00.000Z',
})
const change = scheduleChange({
  itemUuid: id(3),
  studentUuid: maria,
  title: 'Кислоты',
  subject: 'Химия',
  startsAt: '2026-11-24T12:00:00.000Z',
  endsAt: '2026-11-24T13:00:00.000Z',
  place: 'Сокол, кабинет 7',
  was: { startsAt: '2026-11-23T12:00:00.000Z', endsAt: '2026-11-23T13:00:00.000Z', place: null },
})
const mark = newMarkOf({ studentUuid: artyom })
const held = { uuid: id(9), position: 1, joinedAt: '2026-11-10T09:00:00.000Z', heldUntil: '2026-11-21T12:00:00.000Z' }
const waitingList = groupWaitingListSample({ groupTitle: 'ФИЗ-2', studentUuid: artyom, own: held })
const transfer = groupTransfer({ studentUuid: maria, effectiveFrom: '2026-12-01' })
const ticket: Ticket = {
  uuid: id(2),
  number: 'Р-000001',
  contentHtml: '<p>Вопрос</p>',
  state: 'received',
  createdAt: '2026-11-19T09:00:00.000Z',
  topic: 'schedule',
  isUnread: false,
  answeredAt: null,
}

const full: Record<string, Reply> = {
  'GET /api/v1/profile/children': { body: [child(artyom, 'Артём'), child(maria, 'Мария')] },
  'GET /api/v1/parent/children/schedule/list': { body: [lesson, tomorrow] },
  'GET /api/v1/schedule/change/list': { body: [change] },
  'GET /api/v1/learning/mark/newest': { body: [mark] },
  'GET /api/v1/schedule/group/waiting-list/list': { body: [waitingList] },
  'GET /api/v1/schedule/group/transfer/list': { body: [transfer] },
  'GET /api/v1/schedule/ticket/list': { body: [ticket] },
}

async function openHome(replies: Record<string, Reply> = full) {
  vi.stubGlobal('scrollTo', () => undefined)
  const replied = { 'GET /api/v1/profile': { body: person(['parent']) }, ...replies }
  const visited = await visit('/home-page', replied, { clock: fixedClock(noon) })
  await screen.findByRole('heading', { level: 1, name: 'Главная' })
  await waitFor(() => expect(screen.queryByLabelText('Загружаем…')).toBeNull())
  return visited
}

const block = (name: string) => screen.findByRole('region', { name })

describe('Home page of a parent', () => {
  test('shows the next entry of each child, the time until then, and links', async () => {
    const monday = { startsAt: '2026-11-23T07:00:00.000Z', endsAt: '2026-11-23T08:00:00.000Z' }
    const items = [lesson, tomorrow, { ...tomorrow, uuid: id(4), ...monday }]
    await openHome({ ...full, 'GET /api/v1/parent/children/schedule/list': { body: items } })
    const [first, second] = within(await block('Сегодня и завтра')).getAllByRole('article') as [
      HTMLElement,
      HTMLElement,
    ]
    const next = within(first).getByRole('region', { name: /^Следующее занятие: / })
    expect(spacedTextOf(next)).toBe('через 40 минут 12:40 – 14:10 Физика Белова Ирина Сергеевна Подключиться')
    expect(within(next).getByRole('link', { name: 'Подключиться' }).getAttribute('href')).toBe(
      'https://webinar.example/1',
    )
    expect(
      within(first)
        .getByRole('link', { name: /Физика.*вебинар/i })
        .getAttribute('href'),
    ).toContain(
      `/schedule?date=2026-11-20&filter%5Bchild%5D=${artyom}&item=${id(1)}`
        .replaceAll('%5B', '[')
        .replaceAll('%5D', ']'),
    )
    expect(spacedTextOf(within(second).getByRole('region', { name: /^Следующее занятие: / }))).toMatch(
      /^завтра 10:00 – 11:00 Химия/,
    )
    expect(within(second).getByText('Ничего не запланировано')).toBeTruthy()
    const later = within(second).getByRole('link', { name: 'Ещё 1 событие в ближайшие дни' })
    expect(later.getAttribute('href')).toBe(`/schedule?view=week&date=2026-11-23&filter[child]=${maria}`)
  })

  test('shows the current entry with its end', async () => {
    const startsAt = '2026-11-20T08:30:00.000Z'
    await openHome({ ...full, 'GET /api/v1/parent/children/schedule/list': { body: [{ ...lesson, startsAt }] } })
    expect(spacedTextOf(await screen.findByRole('region', { name: /^Идёт сейчас: / }))).toMatch(
      /^Сейчас, до 14:10 Физика/,
    )
  })

  test('shows changes with the previous time struck through', async () => {
    await openHome()
    const row = within(await block('Что изменилось')).getByRole('link', { name: /Химия/ })
    expect(spacedTextOf(row)).toBe(
      'Новое: Химия Перенесено пн, 23 ноября, 15:00 → вт, 24 ноября, 15:00 Мария · Кислоты · Сокол, кабинет 7',
    )
    expect(row.querySelector('s')?.textContent).toBe('пн, 23 ноября, 15:00')
    expect(row.getAttribute('href')).toBe(`/schedule?date=2026-11-24&item=${id(3)}`)
  })

  test('links a new mark to its cell in the child’s grade book', async () => {
    await openHome()
    const row = within(await block('Новые оценки')).getByRole('link', { name: /Алгебра/ })
    expect(spacedTextOf(row)).toBe('5 Новое: Алгебра Артём · 13 ноября · Проценты')
    expect(row.getAttribute('href')).toBe(
      `/grade-book?child=${artyom}&book=${mark.bookUuid}&term=${mark.termUuid}&course=${mark.courseUuid}&mark=${mark.uuid}`,
    )
  })

  test('lists pending items with links, held places first', async () => {
    const own = { uuid: id(5), position: 3, joinedAt: '2026-11-09T09:00:00.000Z', heldUntil: null }
    const waiting = { ...waitingList, groupUuid: id(3), groupTitle: 'ФИЗ-3', own }
    await openHome({ ...full, 'GET /api/v1/schedule/group/waiting-list/list': { body: [waiting, waitingList] } })
    const rows = within(await block('Ждёт ответа')).getAllByRole('link')
    expect(rows.map((row) => [spacedTextOf(row), row.getAttribute('href')])).toEqual([
      [
        'Для вас держат место в группе ответьте до 21 ноября в 15:00 Артём · ФИЗ-2',
        `/change-schedule?contract=${waitingList.contractUuid}&group=${waitingList.groupUuid}`,
      ],
      ['В очереди, место 3 Артём · ФИЗ-3', '/change-schedule'],
      ['Смена группы с 1 декабря Мария · М-7-Б', '/change-schedule'],
      ['Обращение ждёт ответа Р-000001 · 19 ноября', `/home-page?tickets=${id(2)}`],
    ])
  })

  test('shows the number of new items beside the heading', async () => {
    const unseenCounts = [
      { section: 'schedule', count: 1 },
      { section: 'grade-book', count: 22 },
    ]
    await openHome({ ...full, 'GET /api/v1/learning/unseen': { body: unseenCounts } })
    const changes = await screen.findByRole('link', { name: /^Новое:\s?1 изменение в расписании$/ })
    const marks = await screen.findByRole('link', { name: /^Новое:\s?22 новые оценки$/ })
    const links = [changes, marks].map((link) => link.getAttribute('href'))
    expect(links).toEqual(['/schedule', '/grade-book'])
  })
})
