import { describe, expect, test } from 'vitest'
import type { ScheduleChange } from '#contract/learning/schedule.ts'
import { relevantChanges } from '#src/domain/schedule-changes.ts'
import { mergeScheduleItems } from '#src/domain/schedule-entries.ts'
import { datesOf } from '#src/i18n/dates.ts'
import { phaseOf, upcomingDays } from '#src/routes/-parent-home-page/home-page-items.ts'
import type { CalendarBand, CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'

const today = '2026-11-20'
const noon = Date.parse('2026-11-20T09:00:00Z')

function item(day: string, from: number | null = 600): CalendarItem {
  const hours = from === null ? null : { from, to: from + 90 }
  const key = `${day} ${from}`
  return { key, day, hours, starts: '', ends: '', title: key, tone: 'accent', icon: 'calendar', kindLabel: '' }
}

const dates = datesOf('ru', 'Europe/Moscow')
const midnight: Parameters<typeof upcomingDays>[1] = {
  entries: [],
  now: Date.parse('2026-11-19T21:00:00Z'),
  today,
  minutes: 0,
  dates,
}

describe('The next days', () => {
  const hoursOf = (items: CalendarItem[]) => items.map(({ hours }) => hours?.from ?? null)
  const shown = (items: CalendarItem[], context = midnight) => {
    const { days, later } = upcomingDays({ items, bands: [] }, context)
    return { days: days.map(({ day, items: own }) => [day, hoursOf(own)]), later }
  }

  test('are complete and sorted', () => {
    const items = [item('2026-11-21', 900), item(today, 1100), item(today, 540), item(today, null), item('2026-11-21')]
    expect(shown(items)).toEqual({
      days: [
        [today, [null, 540, 1100]],
        ['2026-11-21', [600, 900]],
      ],
      later: null,
    })
  })

  test('have what is cancelled at its time, and count what is over', () => {
    const cancelled = { ...item(today, 800), cancelled: true }
    const items = [item(today, 540), { ...item(today, 550), cancelled: true }, cancelled, item(today, 1100)]
    const [first] = upcomingDays({ items, bands: [] }, { ...midnight, minutes: 720 }).days
    expect(first && { ...first, items: hoursOf(first.items) }).toEqual({
      day: today,
      items: [800, 1100],
      over: 1,
      cancelled: 1,
      isFurther: false,
    })
  })

  test('include the day of the next lesson of each student', () => {
    const lesson = (studentUuid: string, startsAt: string, state: 'planned' | 'cancelled' = 'planned') =>
      scheduleItem({ uuid: startsAt, studentUuid, startsAt, endsAt: startsAt.replace(':00:00', ':45:00'), state })
    const entries = mergeScheduleItems([
      lesson('one', '2026-11-21T10:00:00.000Z'),
      lesson('one', '2026-11-23T10:00:00.000Z'),
      lesson('two', '2026-11-21T11:00:00.000Z', 'cancelled'),
      lesson('two', '2026-11-24T10:00:00.000Z'),
    ])
    const items = [item('2026-11-23'), item('2026-11-24'), item('2026-11-25')]
    expect(shown(items, { ...midnight, entries })).toEqual({
      days: [
        [today, []],
        ['2026-11-21', []],
        ['2026-11-24', [600]],
      ],
      later: { firstDay: '2026-11-23', count: 2, isThisWeek: false },
    })
  })

  test('include the days of changed lessons before the last of them', () => {
    const lesson = (uuid: string, day: string, state: 'planned' | 'moved' | 'cancelled') =>
      scheduleItem({ uuid, studentUuid: uuid, startsAt: `${day}T10:00:00.000Z`, endsAt: `${day}T11:00:00.000Z`, state })
    const entries = mergeScheduleItems([
      lesson('one', '2026-11-21', 'planned'),
      { ...lesson('one-moved', '2026-11-22', 'moved'), studentUuid: 'one' },
      { ...lesson('one-later', '2026-11-23', 'planned'), studentUuid: 'one' },
      lesson('two', '2026-11-24', 'planned'),
      { ...lesson('two-cancelled', '2026-11-25', 'cancelled'), studentUuid: 'two' },
    ])
    expect(shown([], { ...midnight, entries }).days.map(([day]) => day)).toEqual([
      ...[today, '2026-11-21', '2026-11-22', '2026-11-24'],
    ])
  })

  test.each([
    ['this week', ['2026-11-19', '2026-11-22', '2026-11-24'], { firstDay: '2026-11-22', count: 1, isThisWeek: true }],
    [
      'the next week',
      ['2026-11-29', '2026-11-24', '2026-11-30'],
      { firstDay: '2026-11-24', count: 2, isThisWeek: false },
    ],
    ['no week', ['2026-11-27'], null],
  ])('count the entries after tomorrow of %s', (_, days, later) => {
    expect(shown(days.map((day) => item(day))).later).toEqual(later)
  })

  test('include vacations that overlap the week', () => {
    const band = (key: string, from: string, to: string): CalendarBand => ({
      key,
      from,
      to,
      title: key,
      tone: 'success',
      icon: 'vacation',
    })
    const bands = [
      band('over', '2026-10-26', '2026-11-19'),
      band('now', '2026-11-10', today),
      band('soon', '2026-11-26', '2026-12-10'),
      band('later', '2026-11-27', '2026-12-10'),
    ]
    expect(upcomingDays({ items: [], bands }, midnight).bands.map(({ key }) => key)).toEqual(['now', 'soon'])
  })

  test.each([
    ['over', item('2026-11-19'), 0],
    ['ahead', item(today, 600), 599],
    ['now', item(today, 600), 600],
    ['now', item(today, 600), 689],
    ['over', item(today, 600), 690],
    ['ahead', item(today, null), 1400],
    ['ahead', item('2026-11-21', 600), 1400],
  ] as const)('an item is %s', (phase, entry, minutes) => {
    expect(phaseOf(entry, today, minutes)).toBe(phase)
  })
})

describe('Changes', () => {
  const change = (itemUuid: string, more: Partial<ScheduleChange> = {}): ScheduleChange => ({
    itemUuid,
    category: 'lessons',
    studentUuid: 'one',
    title: 'Закон Ома',
    subject: 'Физика',
    state: 'cancelled',
    startsAt: '2026-11-21T13:00:00.000Z',
    endsAt: '2026-11-21T14:00:00.000Z',
    place: null,
    was: null,
    changedAt: '2026-11-19T13:00:00.000Z',
    isNew: false,
    ...more,
  })
  const over = { startsAt: '2026-11-18T13:00:00.000Z', endsAt: '2026-11-18T14:00:00.000Z' }

  test('are listed until their time', () => {
    const changes = [change('ahead'), change('over', over), change('missed', { ...over, isNew: true })]
    expect(relevantChanges(changes, noon).shown.map(({ itemUuid }) => itemUuid)).toEqual(['ahead'])
  })

  test('of siblings in one lesson share a row; at most three rows are shown', () => {
    const shared = [change('a'), change('a', { studentUuid: 'two' })]
    const others = ['b', 'c', 'd'].map((uuid) => change(uuid))
    const { shown, moreNew } = relevantChanges([...shared, ...others], noon)
    expect(moreNew).toBe(0)
    expect(shown.map(({ itemUuid, students }) => [itemUuid, students.length])).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ])
  })

  test('that are new come first, and those that find no row are counted', () => {
    const news = ['b', 'c', 'd', 'e'].map((uuid) => change(uuid, { isNew: true }))
    const { shown, moreNew } = relevantChanges(
      [change('a'), ...news, change('e', { studentUuid: 'two', isNew: true })],
      noon,
    )
    expect([shown.map(({ itemUuid }) => itemUuid), moreNew]).toEqual([['b', 'c', 'd'], 1])
  })
})
