import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf, textOf } from '#tests/support/browser/text.ts'
import {
  courseDetailsSample,
  courseGroup,
  courseStudentSample,
  courseWaitingListSample,
  eligibility,
  courseIds as ids,
} from '#tests/support/samples/catalog-samples.ts'

const calls = {
  course: `GET /api/v1/catalog/course/${ids.course}`,
  students: `GET /api/v1/catalog/course/${ids.course}/student/list`,
  join: 'POST /api/v1/catalog/waiting-list/join',
  leave: `DELETE /api/v1/catalog/waiting-list/${ids.place}`,
}
type Replies = Parameters<typeof visit>[1]

const open = (search = '', replies: Replies = {}) =>
  visit(`/catalog/${ids.course}${search}`, { [calls.course]: { body: courseDetailsSample() }, ...replies })

/** A parent of two: every group conflicts with Artyom’s week, none with Maria’s. */
const openAsParent = (search = '', replies: Replies = {}) =>
  open(search, {
    'GET /api/v1/profile': { body: person(['parent']) },
    [calls.students]: { body: [artem, maria] },
    ...replies,
  })

const groupId = (index: number) => `b0000000-0000-4000-8000-00000000000${index}`
const wednesday = { weekday: 3, from: '17:00', to: '18:30' }
const conflict = (own: object) => ({
  kind: 'overlap' as const,
  slot: wednesday,
  other: {
    studentUuid: ids.artem,
    title: 'Физика',
    slot: { weekday: 3, from: '16:00', to: '17:30' },
    place: 'Сокол',
    calendarGap: null,
  },
  minutesBetween: -30,
  day: null,
  ...own,
})
const artem = courseStudentSample({
  groups: [
    eligibility({
      groupUuid: ids.evening,
      conflicts: [
        conflict({}),
        conflict({
          kind: 'too-far',
          minutesBetween: 15,
          other: {
            studentUuid: ids.artem,
            title: 'Шахматы',
            slot: { weekday: 1, from: '16:00', to: '16:45' },
            place: 'Центр',
            calendarGap: null,
          },
        }),
        conflict({
          kind: 'children-apart',
          other: { studentUuid: ids.maria, title: 'Танцы', slot: wednesday, place: 'Юг', calendarGap: null },
        }),
      ],
    }),
    eligibility({ groupUuid: ids.morning, obstacle: 'full' }),
    eligibility({ groupUuid: ids.online, obstacle: 'enrolment-closed' }),
  ],
})
const maria = courseStudentSample({ studentUuid: ids.maria, firstName: 'Мария', lastName: 'Соколова' })

async function groups(): Promise<Record<'evening' | 'morning' | 'online', HTMLElement>> {
  const list = await screen.findByRole('list', { name: 'Группы курса' })
  const [evening, morning, online] = [...list.children] as HTMLElement[]
  return { evening, morning, online } as Record<'evening' | 'morning' | 'online', HTMLElement>
}
const linkIn = (card: HTMLElement, name: RegExp) => within(card).getByRole('link', { name }).getAttribute('href')
const purchase = `/catalog/${ids.course}/purchase`

describe('a visitor', () => {
  test('sees the course and its groups with prices; the link to enrol leads to sign-in', async () => {
    const { left, callsOf } = await open()
    expect(await screen.findByRole('heading', { level: 1, name: 'Алгебра для седьмых классов' })).toBeDefined()
    const { evening, morning, online } = await groups()
    const [description, ...copies] = screen.getAllByText('Уравнения, функции и немного геометрии.')
    expect(copies).toEqual([])
    expect(description?.compareDocumentPosition(evening)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(spacedTextOf(evening)).toMatch(
      /^А-7-А Осталось 2 места 42 000 ₽ .*пн, ср 17:00.–.18:30 Сокол, Алабяна, 12 Орлова Нина Петровна 1 декабря 2099 – 31 мая 2100/,
    )
    expect(spacedTextOf(online)).toMatch(/^А-7-В Осталось 11 мест .* Онлайн, вебинар 1 декабря/)
    expect(spacedTextOf(morning)).toContain('Мест нет · ждут 3')
    expect(linkIn(evening, /Войти и записаться/)).toBe(`${purchase}?group=${ids.evening}`)
    expect(within(morning).queryByRole('link')).toBeNull()
    expect(callsOf(calls.students)).toEqual([])
    expect(left).toEqual([])
  })

  test('sees three groups on a phone, the others by a press', async () => {
    const names = ['А', 'Б', 'В', 'Г', 'Д']
    const groups = names.map((name, index) => courseGroup({ groupUuid: groupId(index), title: `А-7-${name}` }))
    await open('', { [calls.course]: { body: courseDetailsSample({ groups }) } })
    const list = await screen.findByRole('list', { name: 'Группы курса' })
    const hidden = () => [...list.children].map(({ classList }) => classList.contains('max-md:hidden'))
    expect(hidden()).toEqual([false, false, false, true, true])
    await userEvent.click(screen.getByRole('button', { name: 'Показать все группы: 5' }))
    expect(hidden()).toEqual([false, false, false, false, false])
    await userEvent.click(screen.getByRole('button', { name: 'Показать только первые' }))
    expect(hidden()).toEqual([false, false, false, true, true])
  })

  test('sees the grades and the first day unbroken; a long subject and formats break', async () => {
    await open()
    const facts = (await screen.findByText('Формат')).closest('dl') as HTMLElement
    expect([...facts.querySelectorAll('.whitespace-nowrap')].map(textOf)).toEqual([
      '5–7, 9 классы',
      'можно начать 1 декабря',
    ])
  })

  test('sees the programme from the week in which one could begin, and all of it by a press', async () => {
    const programme = ['11-02', '11-09', '11-30', '12-07'].map((day) => ({
      week: `2099-${day}`,
      topics: [`Тема ${day}`],
    }))
    await open('', { [calls.course]: { body: courseDetailsSample({ programme, firstDay: '2099-12-01' }) } })
    const weeks = async () =>
      within(await screen.findByRole('list', { name: 'Программа по неделям' }))
        .getAllByRole('listitem')
        .map(spacedTextOf)
    await screen.findByText('Даты указаны для группы А-7-А, темы у всех одинаковые.')
    expect(await weeks()).toEqual(['Неделя 3 с 30 ноября Тема 11-30', 'Неделя 4 с 7 декабря Тема 12-07'])
    await userEvent.click(screen.getByRole('button', { name: 'Показать всю программу: 4 недели' }))
    expect(await weeks()).toHaveLength(4)
  })

  test('sees how many lessons each group has where the programme is of one of them', async () => {
    const programme = [{ week: '2099-11-30', topics: ['Дроби'] }]
    const groups = [
      courseGroup({ title: 'А-7-А', lessons: { total: 46, left: 34 } }),
      courseGroup({ groupUuid: ids.online, title: 'А-7-В', lessons: { total: 44, left: 34 } }),
    ]
    await open('', { [calls.course]: { body: courseDetailsSample({ programme, groups }) } })
    await screen.findByText('Программа группы А-7-А. Занятий: А-7-А — 46, А-7-В — 44.')
    expect(screen.queryByText(/темы у всех одинаковые/)).toBeNull()
  })

  test('sees the title of a group without the title of the course', async () => {
    const group = courseGroup({ title: 'Алгебра для седьмых классов, АЛГ-1' })
    await open('', { [calls.course]: { body: courseDetailsSample({ groups: [group] }) } })
    await screen.findByRole('heading', { level: 3, name: 'АЛГ-1' })
  })

  test('sees the price of a lesson, marked where it is rounded, and before the start of how many', async () => {
    const of = (left: number, groupUuid: string) => courseGroup({ groupUuid, lessons: { total: 34, left } })
    const groups = [of(34, ids.evening), of(20, ids.online)]
    await open('', { [calls.course]: { body: courseDetailsSample({ groups }) } })
    const prices = await screen.findAllByText(/за\sзанятие$|^34\sзанятия/)
    expect(prices.map(textOf)).toEqual(['34 занятия по ≈ 1 235 ₽', '2 100 ₽ за занятие'])
  })

  test('who joins a waiting list signs in and returns', async () => {
    const { callsOf } = await open('', {
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://idp.example/' } },
    })
    const { morning } = await groups()
    await userEvent.click(within(morning).getByRole('button', { name: 'Войти и встать в очередь в группу А-7-Б' }))
    const requested = () => callsOf('GET /api/v1/auth/redirect-to-oauth-provider')[0]?.url.searchParams.get('from_url')
    await waitFor(() => expect(requested()).toContain(`/catalog/${ids.course}`))
  })

  test('sees the plan of instalments of each scheme before deciding', async () => {
    await open()
    const { evening } = await groups()
    expect(textOf(within(evening).getByText(/^или от .* в месяц/))).toBe('или от 20 000 ₽ в месяц, 2 платежа')
    await userEvent.click(within(evening).getByText('Как платить'))
    const schemes = within(evening).getByRole('list', { name: 'Как платить за группу А-7-А' })
    expect(within(schemes).getAllByRole('listitem').map(spacedTextOf)).toEqual([
      'Один платёж Вся сумма сразу. 42 000 ₽ до 26 ноября',
      'Ежемесячные платежи 2 платежа, каждый месяц по одному. 20 000 ₽ в месяц Все платежи',
    ])
    const all = within(schemes).getByRole('button', { name: 'Все платежи: Ежемесячные платежи' })
    await userEvent.click(all)
    expect(all.getAttribute('aria-expanded')).toBe('true')
    expect(within(schemes).getAllByRole('term').map(spacedTextOf)).toEqual([
      'Декабрь до 5 декабря 2099 г.',
      'Январь до 5 января 2100 г.',
      'Всего',
    ])
    expect(within(schemes).getAllByRole('definition').map(textOf)).toEqual(['20 000 ₽', '22 000 ₽', '42 000 ₽'])
  })
})

describe('A parent', () => {
  test('sees where another child is at the time of a group', async () => {
    const other = { studentUuid: ids.maria, title: 'Танцы', slot: wednesday, place: 'Юг', calendarGap: null }
    const apart = eligibility({ groupUuid: ids.evening, conflicts: [conflict({ kind: 'children-apart', other })] })
    await openAsParent('', { [calls.students]: { body: [{ ...artem, groups: [apart] }, maria] } })
    const { evening } = await groups()
    const summary = (await within(evening).findByText('Мария в это же время: «Танцы», Юг')).closest('summary')
    // It is no clash of the chosen child: there is no warning sign, only the arrow.
    expect(summary?.querySelectorAll('svg')).toHaveLength(1)
  })

  test('sees the obstacles of each group for a child, and selects another child in the URL', async () => {
    const { here } = await openAsParent()
    const { evening, morning, online } = await groups()
    const summary = await within(evening).findByText('Артём: в это время «Физика»')
    expect(spacedTextOf(summary.closest('summary') as HTMLElement)).toBe('Артём: в это время «Физика» ещё 2')
    expect(summary.closest('summary')?.querySelectorAll('svg')).toHaveLength(2)
    const conflicts = summary.closest('details') as HTMLElement
    await userEvent.click(summary)
    await waitFor(() =>
      expect(within(conflicts).getAllByRole('listitem').map(textOf)).toEqual([
        'ср 17:00\u2060–\u206018:30: в это время уже есть «Физика», 16:00\u2060–\u206017:30',
        'ср 17:00\u2060–\u206018:30: до другого занятия, «Шахматы» (16:00\u2060–\u206016:45), на дорогу остаётся 15 минут',
        'ср 17:00\u2060–\u206018:30: дети будут в разных местах. Мария: «Танцы», 17:00\u2060–\u206018:30, Юг',
      ]),
    )
    expect(linkIn(evening, /^Записаться/)).toBe(`${purchase}?group=${ids.evening}&child=${ids.artem}`)
    expect(within(morning).getByRole('button', { name: 'Встать в очередь в группу А-7-Б' })).toBeDefined()
    expect(spacedTextOf(online)).toContain('Запись уже закрыта')
    expect(within(online).queryByRole('link')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Мария' }))
    await waitFor(() => expect(here()).toBe(`/catalog/${ids.course}?child=${ids.maria}`))
    expect(spacedTextOf(evening)).not.toContain('в это время')
    expect(linkIn(evening, /^Записаться/)).toBe(`${purchase}?group=${ids.evening}&child=${ids.maria}`)
  })

  test.each([
    ['grade', 'Курс для другого класса'],
    ['already-there', 'Уже занимается на этом курсе'],
    ['meteorite', 'неизвестно'],
  ])('sees why no group suits the child (%s), and cannot enrol', async (obstacle, text) => {
    await openAsParent('', { [calls.students]: { body: [{ ...maria, obstacle }] } })
    expect(textOf(await screen.findByRole('note'))).toBe(`Мария${text}`)
    const { evening } = await groups()
    expect(within(evening).queryByRole('link')).toBeNull()
    expect(spacedTextOf(evening)).not.toContain(text)
  })

  test('sees the groups for the first child who may enrol, and who studies there already', async () => {
    const lev = courseStudentSample({ studentUuid: ids.place, firstName: 'Лев', obstacle: 'already-there' })
    await openAsParent('', { [calls.students]: { body: [{ ...artem, obstacle: 'grade' }, lev, maria] } })
    const children = await screen.findByRole('group', { name: 'Для кого' })
    expect(within(children).getByRole('button', { name: 'Мария' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByText('Уже учится: Лев')).toBeDefined()
    expect(screen.queryByRole('note')).toBeNull()
    await userEvent.click(within(children).getByRole('button', { name: 'Лев' }))
    await waitFor(() => expect(textOf(screen.getByRole('note'))).toBe('ЛевУже занимается на этом курсе'))
    expect(screen.queryByText('Уже учится: Лев')).toBeNull()
  })

  test('without children sees a hint', async () => {
    await openAsParent('', { [calls.students]: { body: [] } })
    expect(textOf(await screen.findByRole('note'))).toMatch(/^К вашему кабинету не привязан ни один ребёнок/)
    expect(within((await groups()).evening).queryByRole('link')).toBeNull()
  })

  test('still sees the course if the students fail to load, and can retry', async () => {
    const { server } = await openAsParent('', { [calls.students]: 'offline' })
    await screen.findByText('Не удалось узнать, что подходит по времени и классу')
    expect(linkIn((await groups()).evening, /^Записаться/)).toBe(`${purchase}?group=${ids.evening}`)
    server[calls.students] = { body: [maria] }
    await userEvent.click(screen.getByRole('button', { name: 'Попробовать снова' }))
    const { evening } = await groups()
    await waitFor(() =>
      expect(linkIn(evening, /^Записаться/)).toBe(`${purchase}?group=${ids.evening}&child=${ids.maria}`),
    )
  })
})

describe('The waiting list', () => {
  test('shows why joining failed; the next attempt has a new key', async () => {
    const { callsOf, server } = await openAsParent(`?child=${ids.maria}`, {
      [calls.join]: { problem: 'state-conflict', status: 409 },
    })
    const { morning } = await groups()
    await userEvent.click(await within(morning).findByRole('button', { name: /^Встать в очередь/ }))
    const dialog = await screen.findByRole('dialog')
    const join = () => userEvent.click(within(dialog).getByRole('button', { name: 'Встать в очередь' }))
    await join()
    await within(dialog).findByText('Встать в очередь не получилось')
    server[calls.join] = { body: courseWaitingListSample() }
    await join()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(new Set(callsOf(calls.join).map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(2)
  })

  test('shows until when a place is held, and links to the purchase', async () => {
    await openAsParent(`?child=${ids.maria}`, {
      [calls.students]: { body: [withWaitingList(maria, '2026-11-22T12:00:00Z')] },
    })
    const { morning } = await groups()
    await waitFor(() => expect(spacedTextOf(morning)).toContain('Место за вами до 22 ноября в 15:00'))
    expect(linkIn(morning, /^Записаться/)).toBe(`${purchase}?group=${ids.morning}&child=${ids.maria}`)
    expect(within(morning).getByRole('button', { name: 'Отказаться от места в группе А-7-Б' })).toBeDefined()
  })
})

function withWaitingList(student: typeof maria, heldUntil: string | null = null): typeof maria {
  const waitingList = courseWaitingListSample({ studentUuid: student.studentUuid, heldUntil })
  return { ...student, groups: [eligibility({ groupUuid: ids.morning, obstacle: 'full', waitingList })] }
}

describe('Others', () => {
  test('a teacher sees the course and which roles may enrol', async () => {
    const { callsOf } = await open('', { 'GET /api/v1/profile': { body: person(['teacher']) } })
    expect(textOf(await screen.findByRole('note'))).toBe('На курсы записываются ученики и их родители')
    const { evening, morning } = await groups()
    expect(within(evening).queryByRole('link')).toBeNull()
    expect(within(morning).queryByRole('button', { name: /очередь/ })).toBeNull()
    expect(callsOf(calls.students)).toEqual([])
  })

  test('a teacher who is also a parent sees a link to the role switch', async () => {
    const { app } = await open('', { 'GET /api/v1/profile': { body: person(['parent', 'teacher']) } })
    await groups()
    app.session.send({ type: 'roleGroup.select', group: 'teacher' })
    await waitFor(async () =>
      expect(linkIn((await groups()).evening, /^Записаться/)).toBe(`${purchase}?group=${ids.evening}`),
    )
  })

  test('a student enrols without choosing a child', async () => {
    await open('', {
      'GET /api/v1/profile': { body: person(['student']) },
      [calls.students]: { body: [artem] },
    })
    const { evening } = await groups()
    await waitFor(() =>
      expect(linkIn(evening, /^Записаться/)).toBe(`${purchase}?group=${ids.evening}&child=${ids.artem}`),
    )
    expect(screen.queryByRole('group', { name: 'Для кого' })).toBeNull()
  })
})

describe('States of the page', () => {
  test('an unknown course shows an empty state with a link to the catalog', async () => {
    await visit(`/catalog/${ids.course}`)
    await screen.findByRole('heading', { level: 1, name: 'Курс не найден' })
    expect(screen.getByRole('link', { name: 'Посмотреть все курсы' }).getAttribute('href')).toBe('/catalog')
    expect(screen.queryByRole('button', { name: 'Попробовать снова' })).toBeNull()
  })
})
