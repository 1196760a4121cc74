import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { fixedClock } from '#src/app/clock.ts'
import { childTonesOf } from '#src/routes/-query/child-tones.ts'
import { toneMarks } from '#src/ui/tone.ts'
import { child, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf } from '#tests/support/browser/text.ts'
import { courseWaitingListSample } from '#tests/support/samples/catalog-samples.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'
import { newMarkOf } from '#tests/support/samples/grade-book-samples.ts'
import { homeworkTaskSample } from '#tests/support/samples/homework-samples.ts'
import { checkoutSummary, ids } from '#tests/support/samples/payment-samples.ts'
import { scheduleChange, scheduleItem } from '#tests/support/samples/schedule-samples.ts'
import { certificate, taxDeduction, taxStudent } from '#tests/support/samples/tax-samples.ts'
import { ticketSample } from '#tests/support/samples/ticket-samples.ts'
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
const ticket = ticketSample({
  uuid: id(2),
  topic: 'schedule',
  subject: 'Вопрос',
  student: { uuid: artyom, firstName: 'Артём' },
  state: 'received',
  dueAt: '2026-11-20T12:00:00.000Z',
  isUnread: false,
  lastMessage: null,
})

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
  test('shows the lessons of all children under one heading per day, what is over in one link', async () => {
    const monday = { startsAt: '2026-11-23T07:00:00.000Z', endsAt: '2026-11-23T08:00:00.000Z' }
    const over = { startsAt: '2026-11-20T06:00:00.000Z', endsAt: '2026-11-20T07:00:00.000Z' }
    const cancelled = { startsAt: '2026-11-21T06:00:00.000Z', endsAt: '2026-11-21T07:00:00.000Z', state: 'cancelled' }
    const items = [
      ...[lesson, { ...lesson, uuid: id(6), ...over }, { ...lesson, uuid: id(7), ...cancelled }],
      ...[tomorrow, { ...tomorrow, uuid: id(4), ...monday }],
    ]
    await openHome({ ...full, 'GET /api/v1/parent/children/schedule/list': { body: items } })
    const days = await block('Сегодня и завтра')
    expect(
      within(days)
        .getAllByRole('heading', { level: 3 })
        .map(({ textContent }) => textContent),
    ).toEqual(['Сегодня, пт', 'Завтра, сб'])
    expect(within(days).getAllByRole('listitem').map(spacedTextOf)).toEqual([
      '12:40 – 14:10 Физика , Вебинар Артём · Закон Ома',
      '09:00 – 10:00 Физика , Вебинар Отменено Артём',
      '10:00 – 11:00 Химия , Очно Мария · Кислоты',
    ])
    expect(linkIn(days, /Физика.*Закон/i)).toBe(`/schedule?date=2026-11-20&item=${id(1)}`)
    expect(linkIn(days, 'прошло 1 занятие')).toBe('/schedule?view=day&date=2026-11-20')
    expect(linkIn(days, 'Ещё 1 на следующей неделе')).toBe('/schedule?view=week&date=2026-11-23')
  })

  test('says once that the two days are free, and shows the next lesson in the colour of the child', async () => {
    const task = { ...lesson, category: 'selfStudy' as const, uuid: id(6) }
    const later = {
      ...lesson,
      startsAt: '2026-11-24T13:00:00.000Z',
      endsAt: '2026-11-24T14:30:00.000Z',
      place: 'Сокол, кабинет 7',
    }
    await openHome({ ...full, 'GET /api/v1/parent/children/schedule/list': { body: [task, later] } })
    const days = await block('Ближайшие занятия')
    expect(
      within(days)
        .getAllByText(/занятий нет/)
        .map(spacedTextOf),
    ).toEqual(['Сегодня и завтра занятий нет'])
    expect(within(days).getByRole('heading', { level: 3 }).textContent).toBe('вт, 24\u00a0ноября')
    expect(within(days).getAllByRole('listitem').map(spacedTextOf)).toEqual([
      // Where stands before the topic, which may be cut.
      '16:00 – 17:30 Физика , Вебинар Артём · Сокол, кабинет 7 · Закон Ома',
    ])
    const tone = childTonesOf([child(artyom, 'Артём'), child(maria, 'Мария')])?.get(artyom) ?? 'neutral'
    expect(days.getElementsByClassName(toneMarks[tone])).toHaveLength(1)
  })

  test('says of a later lesson that it is moved, that there is little time to get there, and how many more follow', async () => {
    const later = (part: Partial<ScheduleItem>) => ({ ...lesson, ...part })
    const items = [
      later({
        startsAt: '2026-11-24T13:00:00.000Z',
        endsAt: '2026-11-24T14:30:00.000Z',
        state: 'moved',
        place: 'Сокол',
      }),
      later({ uuid: id(4), startsAt: '2026-11-24T15:00:00.000Z', endsAt: '2026-11-24T16:00:00.000Z', place: 'Мытищи' }),
      later({ uuid: id(5), startsAt: '2026-11-25T15:00:00.000Z', endsAt: '2026-11-25T16:00:00.000Z' }),
    ]
    const was = { startsAt: '2026-11-23T13:00:00.000Z', endsAt: '2026-11-23T14:30:00.000Z', place: null }
    const [moved] = items
    await openHome({
      ...full,
      'GET /api/v1/parent/children/schedule/list': { body: [...items, tomorrow] },
      'GET /api/v1/schedule/change/list': {
        body: [{ ...change, itemUuid: moved?.uuid, startsAt: moved?.startsAt, endsAt: moved?.endsAt, was }],
      },
    })
    const days = await block('Ближайшие занятия')
    const row = within(days).getByRole('link', { name: /Перенесено с понедельника/ })
    expect(spacedTextOf(row)).toBe(
      '16:00 – 17:30 Физика , Вебинар Перенесено с понедельника Артём · Между занятиями 30 мин, можно не успеть · Сокол · Закон Ома',
    )
    expect(linkIn(days, 'Ещё 1 на следующей неделе')).toBe('/schedule?view=week&date=2026-11-25')
    // Within the lines of the title a badge would break them.
    const title = within(row).getByText('Физика').closest('.line-clamp-2') as HTMLElement
    expect(title.textContent).toBe('Физика, Вебинар')
  })

  test('shows changes with the previous time struck through', async () => {
    await openHome()
    const row = within(await block('Что изменилось')).getByRole('link', { name: /Химия/ })
    expect(spacedTextOf(row)).toBe(
      'Новое: Мария · Химия Перенесено пн, 23 нояб., 15:00 → вт, 24 нояб., 15:00 · Кислоты · Сокол, кабинет 7',
    )
    expect(row.querySelector('s')?.textContent).toBe('пн, 23\u00a0нояб., 15:00')
    expect(row.getAttribute('href')).toBe(`/schedule?date=2026-11-24&item=${id(3)}`)
  })

  test('leaves out the changes of lessons that it shows above with their state', async () => {
    const shown = { ...change, itemUuid: tomorrow.uuid, startsAt: tomorrow.startsAt, endsAt: tomorrow.endsAt }
    const changes = 'GET /api/v1/schedule/change/list'
    await openHome({ ...full, [changes]: { body: [change, shown] } })
    expect(within(await block('Что изменилось')).getAllByRole('listitem').length).toBe(1)
    cleanup()
    await openHome({ ...full, [changes]: { body: [shown] } })
    await block('Новые оценки')
    expect(screen.queryByRole('region', { name: 'Что изменилось' })).toBeNull()
  })

  test('links a new mark to its cell in the child’s grade book', async () => {
    await openHome()
    const row = within(await block('Новые оценки')).getByRole('link', { name: /Алгебра/ })
    expect(spacedTextOf(row)).toBe('5 Новое: Алгебра Артём · 13 ноября · Проценты')
    expect(row.getAttribute('href')).toBe(
      `/grade-book?child=${artyom}&book=${mark.bookUuid}&term=${mark.termUuid}&course=${mark.courseUuid}&mark=${mark.uuid}`,
    )
  })

  test('lists what waits for the person and what the school owes, with one press a row', async () => {
    const own = { uuid: id(5), position: 3, joinedAt: '2026-11-09T09:00:00.000Z', heldUntil: null }
    const waiting = { ...waitingList, groupUuid: id(3), groupTitle: 'ФИЗ-3', own }
    const soon = { ...lesson, startsAt: '2026-11-20T09:10:00.000Z' }
    const late = contract({ uuid: id(7), payments: [payment({ dueOn: '2026-11-15' })] })
    await openHome({
      ...full,
      'GET /api/v1/schedule/group/waiting-list/list': { body: [waiting, waitingList] },
      'GET /api/v1/parent/children/schedule/list': { body: [soon] },
      'GET /api/v1/profile/contract/list': { body: [late, contract({ payments: [payment()] })] },
      'GET /api/v1/profile/tax-deduction': {
        body: taxDeduction([
          taxStudent({ studentUuid: artyom, certificate: certificate({ number: '12' }) }),
          taxStudent({ studentUuid: maria, certificate: certificate({ uuid: id(4), state: 'ready' }) }),
        ]),
      },
      'GET /api/v1/schedule/ticket/list': {
        body: [ticket, { ...ticket, uuid: id(8), state: 'answered', isUnread: true, dueAt: null }],
      },
    })
    expect(rowsOf(await block('Нужно сделать'))).toEqual([
      ['Физика Артём: через 10 минут · Белова Ирина Сергеевна Подключиться', 'https://webinar.example/1'],
      [
        'Долг: 10 000 ₽, 1 платёж Артём: просрочка с 15 ноября, 5 дней · Математика К оплате',
        '/contracts-and-payments',
      ],
      [
        'Освободилось место в группе ФИЗ-2 Артём: место за вами до 21 ноября в 15:00 Занять место',
        `/change-schedule?contract=${waitingList.contractUuid}&group=${waitingList.groupUuid}`,
      ],
      ['Школа ответила: Вопрос Артём Прочитать', `/messages?ticket=${id(8)}`],
      ['До 1 декабря: 10 000 ₽ Артём: осталось 11 дней · Математика К оплате', '/contracts-and-payments'],
    ])
    const school = await block('Ждём от школы')
    expect(rowsOf(school)).toEqual([
      ['Вопрос Артём: Ответим до 15:00 · Расписание', `/messages?ticket=${id(2)}`],
      ['Справка для налоговой готовится Артём: 12', `/tax-deduction?year=2025&student=${artyom}`],
      ['Смена группы с 1 декабря Мария: М-7-Б', '/change-schedule'],
      ['В очереди, место 3 Артём: ФИЗ-3', '/change-schedule'],
    ])
  })

  test('says of a held place of a course until when it is kept, as the page of contracts does', async () => {
    const place = courseWaitingListSample({ studentUuid: artyom, heldUntil: '2026-11-21T12:00:00.000Z' })
    await openHome({ ...full, 'GET /api/v1/catalog/waiting-list/list': { body: [place] } })
    expect(rowsOf(await block('Нужно сделать'))).toContainEqual([
      'Закончите запись: Алгебра для седьмых классов Артём: место за вами до 21 ноября в 15:00 Продолжить',
      `/catalog/${place.courseUuid}/purchase?child=${artyom}&group=${place.groupUuid}`,
    ])
  })

  test('says how much homework of each child is late, and until when the first is accepted', async () => {
    const late = (studentUuid: string, last: number, acceptedUntil: string) =>
      homeworkTaskSample({
        uuid: id(last),
        studentUuid,
        state: 'overdue',
        dueAt: '2026-11-13T15:00:00.000Z',
        acceptedUntil: `${acceptedUntil}T15:00:00.000Z`,
      })
    const earlier = [late(artyom, 1, '2026-11-26'), late(maria, 2, '2026-11-24'), late(maria, 3, '2026-11-27')]
    await openHome({ ...full, 'GET /api/v1/learning/homework/list': { body: { tasks: [], earlier } } })
    expect(rowsOf(await block('Нужно сделать'))).toContainEqual([
      '3 просроченных задания Мария: 2, Артём: 1 · ближайшее можно сдать до 24 ноября Открыть',
      '/homework',
    ])
  })

  test('asks to explain absences and to add an address', async () => {
    const attention = {
      kind: 'absences-in-a-row',
      groupId: id(1),
      lessonUuid: id(2),
      date: '2026-11-18',
      topic: 'Закон Ома',
      count: 3,
      share: null,
      usualShare: null,
    }
    await openHome({
      'GET /api/v1/profile': { body: person(['parent'], { email: null }) },
      'GET /api/v1/profile/children': { body: [child(artyom, 'Артём')] },
      'GET /api/v1/parent/children/progress/overview': {
        body: [{ studentUuid: artyom, groups: [], attention: [attention] }],
      },
    })
    expect(rowsOf(await block('Нужно сделать'))).toEqual([
      ['3 пропуска подряд Артём: последний 18 ноября Объяснить', `/schedule?date=2026-11-18&item=${id(2)}&tickets=new`],
      ['Укажите почту по ней восстанавливают вход и получают письма школы Указать', '/profile?dialog=email'],
    ])
  })

  test('says whose payment the bank has not answered', async () => {
    const course = contract({
      program: { title: 'Анализ данных', schoolYear: '2026/27' },
      payments: [payment({ uuid: ids.december, dueOn: '2027-03-05' })],
    })
    const begun = checkoutSummary({ paymentUuids: [ids.december], createdAt: '2026-11-20T08:51:00.000Z' })
    await openHome({
      'GET /api/v1/profile/contract/list': { body: [course] },
      'GET /api/v1/profile/checkout/list': { body: [begun] },
    })
    expect(rowsOf(await block('Нужно сделать'))).toContainEqual([
      'Артём, Анализ данных: 12 000 ₽, банк ещё не ответил Оплата начата 20 ноября в 11:51 Проверить',
      `/payment?checkout=${ids.checkout}`,
    ])
  })

  test('offers to verify a contact', async () => {
    await openHome({ 'GET /api/v1/profile': { body: { ...person(['parent']), unverified: ['phone'] } } })
    expect(rowsOf(await block('Нужно сделать'))).toEqual([
      ['Телефон не подтверждён по подтверждённому номеру можно входить Подтвердить', '/profile?dialog=confirm-phone'],
    ])
  })

  test('shows five rows of what waits, and all by a press', async () => {
    const held = (index: number) => ({
      ...waitingList,
      own: {
        uuid: id(index),
        position: 1,
        joinedAt: '2026-11-10T09:00:00.000Z',
        heldUntil: `2026-11-2${index}T12:00:00.000Z`,
      },
    })
    const lists = [1, 2, 3, 4, 5, 6].map(held)
    await openHome({ ...full, 'GET /api/v1/schedule/group/waiting-list/list': { body: lists } })
    const needs = await block('Нужно сделать')
    expect(within(needs).getAllByRole('link')).toHaveLength(5)
    await userEvent.click(within(needs).getByRole('button', { name: 'Показать все: 6' }))
    expect(within(needs).getAllByRole('link')).toHaveLength(6)
    expect(document.activeElement?.textContent).toBe('Показать только первые')
  })
})

const linkIn = (element: HTMLElement, name: string | RegExp) =>
  within(element).getByRole('link', { name }).getAttribute('href') ?? ''

const rowsOf = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((row) => [spacedTextOf(row), row.getAttribute('href')])
