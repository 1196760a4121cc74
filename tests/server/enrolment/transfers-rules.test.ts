// Database: none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContractStatus, PaymentStatus } from '#contract/enumerations.ts'
import type { TransferPreview } from '#contract/schedule.ts'
import { addDays, dayInZone, isoWeekday } from '#server/calendar-days.ts'
import { findScheduleConflicts } from '#server/enrolment/groups/schedule-conflicts.ts'
import {
  findTransferObstacle,
  priceDifference,
  spreadPriceChange,
  startOfNextWeek,
  transferMonth,
  weekOfLesson,
} from '#server/enrolment/transfers/rules.ts'

describe('The reason why a group cannot be changed', () => {
  const free = { status: 'Concluded', isMoving: false, hasMoved: false, hasChoice: true } as const

  test.each<[ContractStatus, string | null]>([
    ['Concluded', null],
    ['Frozen', 'frozen'],
    ['OnTermination', 'terminating'],
    ['Termination', 'terminating'],
    ['NotPaid', 'not-paid'],
    ['Open', 'not-begun'],
  ])('of a contract that is %s: %s', (status, reason) => {
    expect(findTransferObstacle({ ...free, status })).toBe(reason)
  })

  test('is a pending transfer before the monthly limit, because it can be cancelled', () => {
    expect(findTransferObstacle({ ...free, isMoving: true, hasMoved: true })).toBe('move-under-way')
    expect(findTransferObstacle({ ...free, hasMoved: true })).toBe('moved-this-month')
    expect(findTransferObstacle({ ...free, hasChoice: false })).toBe('no-other-group')
  })
})

describe('The week in which a transfer takes effect', () => {
  const nextWeek = (now: string, timeZone: string) => startOfNextWeek({ now: new Date(now), timeZone }).toISOString()

  test.each([
    ['in the middle of a week', '2026-10-14T09:00:00Z', 'Europe/Moscow', '2026-10-18T21:00:00.000Z'],
    ['on Monday, not the same day', '2026-10-12T09:00:00Z', 'Europe/Moscow', '2026-10-18T21:00:00.000Z'],
    ['on Sunday before midnight', '2026-10-18T20:59:59Z', 'Europe/Moscow', '2026-10-18T21:00:00.000Z'],
    ['on Sunday after midnight', '2026-10-18T21:00:00Z', 'Europe/Moscow', '2026-10-25T21:00:00.000Z'],
    ['over the end of a year', '2026-12-30T09:00:00Z', 'Europe/Moscow', '2027-01-03T21:00:00.000Z'],
    ['on the day summer time ends', '2026-10-25T22:30:00Z', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['over the beginning of summer time', '2027-03-26T09:00:00Z', 'Europe/Berlin', '2027-03-28T22:00:00.000Z'],
    ['where the day begins earlier', '2026-10-18T12:00:00Z', 'Pacific/Auckland', '2026-10-25T11:00:00.000Z'],
  ])('if requested %s', (_, now, timeZone, expected) => {
    expect(nextWeek(now, timeZone)).toBe(expected)
  })

  test('is Monday to Sunday of the lesson in local time, an hour longer when daylight saving time ends', () => {
    expect(weekOfLesson(new Date('2026-10-24T22:30:00Z'), 'Europe/Berlin')).toEqual({
      from: '2026-10-19',
      to: '2026-10-25',
      startsAt: new Date('2026-10-18T22:00:00Z'),
      endsAt: new Date('2026-10-25T23:00:00Z'),
    })
    expect(weekOfLesson(new Date('2027-01-01T09:00:00Z'), 'Europe/Moscow')).toEqual({
      from: '2026-12-28',
      to: '2027-01-03',
      startsAt: new Date('2026-12-27T21:00:00Z'),
      endsAt: new Date('2027-01-03T21:00:00Z'),
    })
  })

  test('begins on a Monday within seven days and after today, for every time and time zone', () => {
    const zones = fc.constantFrom('Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'UTC')
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, zones, (now, timeZone) => {
        const monday = dayInZone(startOfNextWeek({ now, timeZone }), timeZone)
        const today = dayInZone(now, timeZone)
        expect(isoWeekday(monday)).toBe(1)
        expect(monday > today && monday <= addDays(today, 7)).toBe(true)
      }),
    )
  })

  test('The month of a transfer is the one in local time', () => {
    expect(transferMonth({ now: new Date('2026-10-31T21:00:00Z'), timeZone: 'Europe/Moscow' })).toBe('2026-11-01')
    expect(transferMonth({ now: new Date('2026-10-31T21:00:00Z'), timeZone: 'Europe/Berlin' })).toBe('2026-10-01')
  })
})

describe('The price of a transfer', () => {
  test.each([
    ['half of the year ahead', { from: 6_000_000, to: 7_000_000 }, { all: 30, ahead: 15 }, 500_000],
    ['a cheaper group', { from: 7_000_000, to: 6_000_000 }, { all: 30, ahead: 15 }, -500_000],
    ['rounded to roubles', { from: 0, to: 100_000 }, { all: 3, ahead: 1 }, 33_300],
    ['nothing ahead', { from: 0, to: 100_000 }, { all: 3, ahead: 0 }, 0],
    ['no lessons', { from: 0, to: 100_000 }, { all: 0, ahead: 0 }, 0],
    ['the same price', { from: 100_000, to: 100_000 }, { all: 3, ahead: 2 }, 0],
  ])('%s', (_, prices, weeks, expected) => {
    expect(priceDifference(prices, weeks)).toBe(expected)
  })

  const line = (id: string, status: PaymentStatus, amount: number, paid = 0) => ({ id, status, amount, paid })

  test('is added to the last open payment', () => {
    const lines = [line('1', 'Closed', 100, 100), line('2', 'Open', 100), line('3', 'Canceled', 100)]
    expect(spreadPriceChange(lines, 50)).toEqual({ changed: [line('2', 'Open', 150)], added: 0, applied: 50 })
    expect(spreadPriceChange([line('1', 'Closed', 100, 100)], 50)).toEqual({ changed: [], added: 50, applied: 50 })
  })

  test('reduces the last payments first and refunds nothing that is paid', () => {
    const lines = [line('1', 'Closed', 100, 100), line('2', 'Open', 100, 40), line('3', 'DeferredPayment', 100)]
    expect(spreadPriceChange(lines, -130)).toEqual({
      changed: [line('3', 'Canceled', 0), line('2', 'Open', 70, 40)],
      added: 0,
      applied: -130,
    })
    expect(spreadPriceChange(lines, -500)).toEqual({
      changed: [line('3', 'Canceled', 0), line('2', 'Closed', 40, 40)],
      added: 0,
      applied: -160,
    })
    expect(spreadPriceChange([line('1', 'Closed', 100, 100)], -50)).toEqual({ changed: [], added: 0, applied: 0 })
  })
})

describe('A schedule conflict', () => {
  type Item = TransferPreview['items'][number]
  const sokol = { place: 'Сокол, кабинет 204' }
  const mytischi = { place: 'Мытищи, кабинет 7' }
  const item = (uuid: string, side: Item['side'], from: string, to: string, more: Partial<Item> = {}): Item => ({
    uuid,
    side,
    category: 'lessons',
    format: 'offline',
    title: uuid,
    subject: null,
    startsAt: `2026-10-20T${from}:00.000Z`,
    endsAt: `2026-10-20T${to}:00.000Z`,
    allDay: false,
    studentUuid: 'son',
    groupUuid: null,
    groupTitle: null,
    teacher: null,
    place: null,
    joinUrl: null,
    recordingUrl: null,
    isFirstWeek: false,
    state: 'planned',
    territory: null,
    ...more,
  })
  const coming = item('new', 'comes', '13:00', '14:30', sokol)
  const firstWeek = { until: '2026-10-25T21:00:00.000Z', timeZone: 'Europe/Moscow' }
  const conflictsWith = (other: Item) =>
    findScheduleConflicts([coming, other], firstWeek).map(({ kind, minutesBetween }) => [kind, minutesBetween])

  test.each<[string, Item, unknown[]]>([
    ['a lesson at the same time', item('a', 'stays', '14:00', '15:00'), [['overlap', -30]]],
    ['an exam within it', item('a', 'stays', '13:30', '14:00', { category: 'examSubjects' }), [['overlap', -30]]],
    ['a lesson right after it, in the same place', item('a', 'stays', '14:30', '16:00', sokol), []],
    ['one too soon after it', item('a', 'stays', '15:00', '16:00', mytischi), [['too-far', 30]]],
    ['one too shortly before it', item('a', 'stays', '12:00', '13:00', mytischi), [['too-far', 0]]],
    ['one a minute too soon', item('a', 'stays', '15:14', '16:00', mytischi), [['too-far', 44]]],
    ['one with time to get there', item('a', 'stays', '15:15', '16:00', mytischi), []],
    [
      'an exam too soon after it, with its place as free text',
      item('a', 'stays', '15:00', '16:00', { category: 'examSubjects', ...mytischi }),
      [['too-far', 30]],
    ],
    [
      'an exam soon after it, in another room of the same place',
      item('a', 'stays', '15:00', '16:00', { category: 'examSubjects', place: 'сокол , актовый зал' }),
      [],
    ],
    [
      'a sister’s talk at the other end of town',
      item('a', 'stays', '14:00', '15:00', { category: 'conversations', studentUuid: 'daughter', ...mytischi }),
      [['children-apart', -30]],
    ],
    ['one soon after it, online', item('a', 'stays', '14:40', '16:00'), []],
    ['the group that is left', item('a', 'leaves', '13:00', '14:30'), []],
    ['a lesson that is cancelled', item('a', 'stays', '13:00', '14:30', { state: 'cancelled' }), []],
    ['a vacation', item('a', 'stays', '00:00', '23:00', { category: 'vacations' }), []],
    ['work of one’s own', item('a', 'stays', '13:00', '14:30', { category: 'selfStudy' }), []],
    [
      'a sister’s lesson at the other end of town',
      item('a', 'stays', '14:00', '15:00', { studentUuid: 'daughter', ...mytischi }),
      [['children-apart', -30]],
    ],
    [
      'a sister’s lesson in the same place',
      item('a', 'stays', '13:00', '14:30', { studentUuid: 'daughter', ...sokol }),
      [],
    ],
    ['a sister’s lesson online', item('a', 'stays', '13:00', '14:30', { studentUuid: 'daughter' }), []],
    [
      'a sister’s lesson elsewhere, later',
      item('a', 'stays', '14:30', '16:00', { studentUuid: 'daughter', ...mytischi }),
      [],
    ],
  ])('%s', (_, other, expected) => {
    expect(conflictsWith(other)).toEqual(expected)
  })

  test('names the lessons, and excludes cancelled lessons of the new group', () => {
    const other = item('old', 'stays', '13:00', '14:30')
    expect(findScheduleConflicts([coming, other], firstWeek)).toEqual([
      { kind: 'overlap', itemUuid: 'new', otherUuid: 'old', minutesBetween: -90 },
    ])
    expect(findScheduleConflicts([{ ...coming, state: 'cancelled' }, other], firstWeek)).toEqual([])
  })

  test('after the first week is listed once with both lessons', () => {
    const inWeek = (week: number, one: Item): Item => {
      const moved = (instant: string) => new Date(Date.parse(instant) + week * 7 * 86_400_000).toISOString()
      return { ...one, uuid: `${one.uuid}-${week}`, startsAt: moved(one.startsAt), endsAt: moved(one.endsAt) }
    }
    const physics = item('physics', 'stays', '14:00', '15:00', { groupUuid: 'physics' })
    const club = item('club', 'stays', '13:15', '14:00', { groupUuid: 'club' })
    const exam = item('exam', 'stays', '13:30', '14:00', { category: 'examSubjects' })
    const weeks = [0, 1, 2, 3, 4]
    const items = [
      ...weeks.map((week) => inWeek(week, coming)),
      ...weeks.map((week) => inWeek(week, physics)),
      ...[1, 3].map((week) => inWeek(week, club)),
      inWeek(2, exam),
    ]
    const found = findScheduleConflicts(items, firstWeek)
    expect(
      found.map(({ itemUuid, otherUuid, later }) => [itemUuid, otherUuid, later?.item.uuid, later?.other.uuid]),
    ).toEqual([
      ['new-0', 'physics-0', undefined, undefined],
      ['new-1', 'club-1', 'new-1', 'club-1'],
      ['new-2', 'exam-2', 'new-2', 'exam-2'],
    ])
  })
})
