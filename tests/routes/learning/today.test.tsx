import { I18n, type Messages } from '@lingui/core'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { fixedClock } from '#src/app/clock.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf } from '#tests/support/browser/text.ts'
import { autumn, courseOf, newMarkOf, schoolBook } from '#tests/support/samples/grade-book-samples.ts'
import { homeworkTaskSample } from '#tests/support/samples/homework-samples.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'
import { ticketSample } from '#tests/support/samples/ticket-samples.ts'

/** Friday, 20 November 2026, noon in Moscow. */
const noon = Date.parse('2026-11-20T09:00:00Z')
const own = '11111111-1111-4111-8111-111111111111'

async function openDay(role: Role, replies: Record<string, Reply>) {
  vi.stubGlobal('scrollTo', () => undefined)
  const visited = await visit(
    '/',
    { 'GET /api/v1/profile': { body: person([role]) }, ...replies },
    { clock: fixedClock(noon) },
  )
  await screen.findByRole('heading', { level: 1, name: 'Главная' })
  return visited
}

const block = (name: string) => screen.findByRole('region', { name })
const rowsOf = (element: HTMLElement) => within(element).getAllByRole('link').map(spacedTextOf)

test('a student sees lessons, homework that can still be handed in, and new marks', async () => {
  await openDay('student', {
    'GET /api/v1/student/schedule/list': {
      body: [
        scheduleItem({
          studentUuid: own,
          subject: 'Физика',
          title: 'Закон Ома',
          startsAt: '2026-11-21T07:00:00.000Z',
          endsAt: '2026-11-21T08:00:00.000Z',
        }),
      ],
    },
    'GET /api/v1/learning/homework/list': {
      body: {
        tasks: [
          homeworkTaskSample({ subject: 'Биология', state: 'submitted', canBeDone: false }),
          homeworkTaskSample({ subject: 'Химия', dueAt: '2026-11-21T15:00:00.000Z' }),
          homeworkTaskSample({ subject: 'Физика', dueAt: '2026-11-22T15:00:00.000Z' }),
        ],
        earlier: [
          homeworkTaskSample({
            uuid: own,
            subject: 'История',
            state: 'overdue',
            dueAt: '2026-11-13T15:00:00.000Z',
            acceptedUntil: '2026-11-24T15:00:00.000Z',
          }),
        ],
      },
    },
    'GET /api/v1/learning/mark/newest': { body: [newMarkOf({ studentUuid: own })] },
  })
  expect(spacedTextOf(await block('Сегодня и завтра'))).toContain('Физика')
  // What is due by tomorrow is to be done now; the other has a block of its own.
  expect(rowsOf(await block('Нужно сделать'))).toEqual([
    'Сдать: Закон Ома сдать завтра до 18:00 · Химия Открыть',
    'Сдать: Закон Ома ещё можно сдать до 24 ноября · История Открыть',
  ])
  expect(rowsOf(await block('Ближайшие задания'))).toEqual(['Все задания', '22 вс Физика сдать до 18:00 · Закон Ома'])
  expect(within(await block('Новые оценки')).getAllByRole('listitem')).toHaveLength(1)
})

test.each<[Role, string]>([
  ['student', 'Действующие'],
  ['teacher', 'Аккаунт остался привязан'],
])('the home page of a %s loads its own texts, and none of the screen that has its address', async (role, ofScreen) => {
  const load = vi.spyOn(I18n.prototype, 'load')
  await openDay(role, {})
  // The first are the texts of every screen: the tests of a file share them, and what others have added.
  const texts = load.mock.calls.slice(1).flatMap(([, messages]) => Object.values(messages as Messages).flat())
  load.mockRestore()
  expect([texts.includes('Ждём от школы'), texts.includes(ofScreen)]).toEqual([true, false])
})

test('a student of the college sees what is to be retaken, others do not ask for it', async () => {
  const [algebra, sport] = [courseOf(10, 'Алгебра'), courseOf(11, 'Физкультура')]
  const book = { ...schoolBook, variant: 'college', courses: [algebra, sport] }
  const retake = { bookUuid: book.uuid, termUuid: autumn.uuid }
  const call = 'GET /api/v1/student/grade-book/books'
  const earlier = {
    ...book,
    uuid: '99999999-9999-4999-8999-999999999999',
    schoolYear: '2025/2026',
    terms: [{ ...autumn, startsOn: '2025-09-01', endsOn: '2025-10-25' }],
  }
  await openDay('spo_student', {
    [call]: {
      body: {
        books: [book, earlier],
        retakes: [
          { ...retake, courseUuid: sport.uuid, retakeOn: null },
          { ...retake, bookUuid: earlier.uuid, courseUuid: algebra.uuid, retakeOn: '2026-12-12' },
          { ...retake, bookUuid: earlier.uuid, courseUuid: sport.uuid, retakeOn: null },
        ],
      },
    },
  })
  const rows = within(await block('Нужно сделать')).getAllByRole('link')
  expect(rows.map((row) => [spacedTextOf(row), row.getAttribute('href')])).toEqual([
    [
      'Пересдать: Физкультура день пересдачи спросите у куратора · 1-я четверть Открыть',
      `/grade-book?book=${book.uuid}&term=${autumn.uuid}`,
    ],
    [
      'Пересдать 2 предмета за 2025/2026 ближайшая пересдача 12 декабря · Алгебра, Физкультура Открыть',
      `/grade-book?book=${earlier.uuid}&term=${autumn.uuid}`,
    ],
  ])
  cleanup()
  const { callsOf } = await openDay('student', {})
  await block('Нужно сделать')
  expect(callsOf(call)).toEqual([])
})

test('a student of the college sees the page of an answer that an earlier release has stored', async () => {
  await openDay('spo_student', { 'GET /api/v1/student/grade-book/books': { body: { books: [schoolBook] } } })
  expect(spacedTextOf(await block('Нужно сделать'))).not.toContain('Пересдать')
})

test('a teacher sees the lessons by day and the groups', async () => {
  await openDay('teacher', {
    'GET /api/v1/teacher/day': {
      body: {
        lessons: [
          {
            uuid: own,
            groupTitle: 'ФИЗ-1',
            subject: 'Физика',
            topic: 'Закон Ома',
            format: 'offline',
            state: 'moved',
            startsAt: '2026-11-21T07:00:00.000Z',
            endsAt: '2026-11-21T08:30:00.000Z',
            place: 'кабинет 204',
            joinUrl: null,
            isSubstitute: true,
            replacedTeacher: 'Белова Ирина Сергеевна',
            students: 1,
            absent: [{ name: 'Соколова Вера', reason: 'illness' }],
          },
        ],
        groups: [
          {
            uuid: own,
            title: 'ФИЗ-1',
            subject: 'Физика',
            students: [{ uuid: own, name: 'Соколова Вера' }],
            nextLessonAt: null,
            isCurated: false,
            absent: [],
          },
        ],
      },
    },
  })
  const days = within(await block('Занятия на неделю'))
  expect(days.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
    'Сегодня, пятница, 20\u00a0ноября',
    'Завтра, суббота, 21\u00a0ноября',
  ])
  expect(spacedTextOf(days.getByRole('listitem'))).toBe(
    '10:00 – 11:30 ФИЗ-1 Перенесено Замена кабинет 204 · Закон Ома · Физика Вместо: Белова Ирина Сергеевна Не придёт единственный ученик: Соколова Вера (болезнь)',
  )
  const group = within(await block('Мои группы'))
  await userEvent.click(group.getByText(/1 ученик/))
  expect(within(group.getByRole('list', { name: 'Ученики группы ФИЗ-1' })).getByText('Соколова Вера').tagName).toBe(
    'LI',
  )
})

test('a teacher sees which lessons overlap, and which group has no students', async () => {
  const at = (start: string, end: string, more: object = {}) => ({
    uuid: crypto.randomUUID(),
    subject: 'Физика',
    topic: 'Закон Ома',
    format: 'offline',
    state: 'planned',
    place: 'кабинет 204',
    joinUrl: null,
    isSubstitute: false,
    replacedTeacher: null,
    students: 1,
    absent: [],
    startsAt: `2026-11-20T${start}:00.000Z`,
    endsAt: `2026-11-20T${end}:00.000Z`,
    ...more,
  })
  const lessons = [
    at('09:30', '10:00', { groupTitle: 'ФИЗ-1' }),
    at('10:00', '11:30', { groupTitle: 'ФИЗ-2' }),
    at('10:30', '12:00', { groupTitle: 'ФИЗ-3', isSubstitute: true }),
    at('10:30', '12:00', { groupTitle: 'ФИЗ-4', state: 'cancelled', students: 0 }),
    at('12:00', '13:00', { groupTitle: 'ФИЗ-5', students: 0 }),
  ]
  await openDay('teacher', { 'GET /api/v1/teacher/day': { body: { lessons, groups: [] } } })
  const rows = within(await block('Занятия на неделю')).getAllByRole('listitem')
  expect(rows.map((row) => spacedTextOf(row).replace(/^.*(ФИЗ.*) кабинет.*$/, '$1'))).toEqual([
    'ФИЗ-1',
    'ФИЗ-2 Пересечение',
    'ФИЗ-3 Замена Пересечение',
    'ФИЗ-4 Отменено',
    'ФИЗ-5 Нет учеников',
  ])
})

test('a curator without lessons sees the curated groups and who will be absent', async () => {
  await openDay('teacher', {
    'GET /api/v1/teacher/day': {
      body: {
        lessons: [],
        groups: [
          {
            uuid: own,
            title: 'ДИЗ-1',
            subject: 'Дизайн',
            nextLessonAt: null,
            isCurated: true,
            students: [{ uuid: own, name: 'Соколова Вера' }],
            absent: [{ name: 'Соколова Вера', reason: 'illness', lessonAt: '2026-11-23T07:00:00.000Z' }],
          },
        ],
      },
    },
  })
  expect(spacedTextOf(await block('Мои группы'))).toContain('Не придёт: Соколова Вера (23 нояб., болезнь)')
  expect(screen.queryByRole('region', { name: 'Занятия на неделю' })).toBeNull()
})

test('a teacher sees first the lesson to join, the message to answer and the answer to read, then what the school has promised', async () => {
  const lesson = {
    uuid: own,
    groupTitle: 'ФИЗ-1',
    subject: 'Физика',
    topic: 'Закон Ома',
    format: 'webinar',
    state: 'planned',
    place: null,
    joinUrl: 'https://video.example/1',
    isSubstitute: false,
    replacedTeacher: null,
    students: 1,
    absent: [],
    startsAt: '2026-11-20T09:10:00.000Z',
    endsAt: '2026-11-20T10:00:00.000Z',
  }
  const other = '22222222-2222-4222-8222-222222222222'
  const open = { state: 'received' as const, lastMessage: null, student: null, dueAt: '2026-11-21T09:00:00.000Z' }
  await openDay('teacher', {
    'GET /api/v1/teacher/day': { body: { lessons: [lesson], groups: [] } },
    'GET /api/v1/schedule/ticket/list': {
      body: [
        ticketSample({ uuid: own, state: 'answered', isUnread: true, subject: 'Замок в кабинете' }),
        ticketSample({ uuid: other, ...open, author: 'Вадим Ковалёв', isUnread: true, subject: 'Пропуск' }),
        ticketSample({ ...open, isUnread: false, subject: 'Проектор' }),
      ],
    },
  })
  expect(rowsOf(await block('Нужно сделать'))).toEqual([
    expect.stringMatching(/^ФИЗ-1 .*Подключиться$/),
    'Вадим Ковалёв Нужно ответить до 21 ноября в 12:00 · Пропуск Ответить',
    expect.stringMatching(/^Ответ школы: Замок в кабинете .*Прочитать$/),
  ])
  expect(rowsOf(await block('Ждём от школы'))).toEqual(['Проектор Ответим завтра · Учёба и оценки'])
})

test.each(['parent', 'teacher', 'student'] as const)(
  'the home page of a %s is named, and its link stays on it',
  async (role) => {
    const { here, history } = await openDay(role, { 'GET /api/v1/teacher/day': { body: { lessons: [], groups: [] } } })
    const [address, { length }] = [here(), history]
    expect(document.title).toMatch(/^Главная · /)
    await userEvent.click(screen.getByRole('link', { name: /на главную$/ }))
    await waitFor(() => expect(here()).toBe(address))
    expect(history.length).toBe(length)
  },
)

test('staff without the admin panel see what their role opens', async () => {
  await openDay('team_leader', {})
  expect(await screen.findByText(/^Ваша роль: Руководитель группы\./)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Открыть каталог' })).toBeDefined()
})

test('a guardian sees no banner of a screen that no right opens', async () => {
  const banner = { text: '', imageUrl: null, placement: ['parent-home-page'] }
  vi.stubGlobal('scrollTo', () => undefined)
  await visit('/home-page', {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/system/menu': { body: { items: [], closed: ['2035'] } },
    'GET /api/v1/content/banners/list': {
      body: [
        { ...banner, uuid: '2035', title: 'Программа «2035» открыта', url: '/2035' },
        { ...banner, uuid: 'events', title: 'Пробные экзамены', url: '/events' },
      ],
    },
  })
  expect(await screen.findByText('Пробные экзамены')).toBeDefined()
  expect(screen.queryByText('Программа «2035» открыта')).toBeNull()
})

test('a teacher who looks for a schedule is led to the lessons of the week, without an advert', async () => {
  vi.stubGlobal('scrollTo', () => undefined)
  const banner = { uuid: 'events', title: 'Пробные экзамены', text: '', imageUrl: null, url: '/events' }
  const { requests } = await visit('/schedule', {
    'GET /api/v1/profile': { body: person(['teacher']) },
    'GET /api/v1/content/banners/list': { body: [{ ...banner, placement: ['schedule'] }] },
  })
  const link = await screen.findByRole('link', { name: 'Занятия на неделю' })
  expect(link.getAttribute('href')).toBe('/')
  await waitFor(() => expect(requests.map(({ call }) => call)).toContain('GET /api/v1/content/banners/list'))
  expect(screen.queryByText('Пробные экзамены')).toBeNull()
})

test('staff see one banner, none of a screen that their menu leaves out', async () => {
  const banner = { text: '', imageUrl: null, placement: ['home', 'profile', 'contracts-and-payments'] }
  await openDay('team_leader', {
    'GET /api/v1/content/banners/list': {
      body: [
        { ...banner, uuid: 'tax', title: 'Верните 13 %', url: '/tax-deduction' },
        { ...banner, uuid: 'events', title: 'Пробные экзамены', url: '/events' },
        { ...banner, uuid: 'site', title: 'Сайт школы', url: 'https://school.example' },
      ],
    },
  })
  expect(await screen.findByText('Пробные экзамены')).toBeDefined()
  expect(screen.queryByText('Сайт школы')).toBeNull()
  expect(screen.queryByText('Верните 13 %')).toBeNull()
})
