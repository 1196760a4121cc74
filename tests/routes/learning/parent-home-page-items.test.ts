import { describe, expect, test } from 'vitest'
import type { GroupWaitingList, ScheduleChange } from '#contract/learning/schedule.ts'
import type { Ticket } from '#contract/people/tickets.ts'
import { mergeScheduleItems, nextEntryOf } from '#src/domain/schedule-entries.ts'
import {
  lastVisibleDay,
  pendingTickets,
  pendingWaitingLists,
  phaseOf,
  relevantChanges,
  upcomingDays,
} from '#src/routes/-parent-home-page/home-page-items.ts'
import type { CalendarBand, CalendarItem } from '#src/ui/calendar/calendar-items.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'

const today = '2026-11-20'
const noon = Date.parse('2026-11-20T09:00:00Z')

function item(day: string, from: number | null = 600): CalendarItem {
  const hours = from === null ? null : { from, to: from + 90 }
  const key = `${day} ${from}`
  return { key, day, hours, starts: '', ends: '', title: key, tone: 'accent', icon: 'calendar', kindLabel: '' }
}

describe('The next days of a child', () => {
  const shown = (items: CalendarItem[]) => {
    const { days, later } = upcomingDays({ items, bands: [] }, today)
    return { days: days.map(({ day, items: own }) => [day, own.map(({ hours }) => hours?.from ?? null)]), later }
  }

  test('are complete and sorted', () => {
    const items = [item('2026-11-21', 900), item(today, 1100), item(today, 540), item(today, null), item('2026-11-21')]
    expect(shown(items)).toEqual({
      days: [
        [today, [null, 540, 1100]],
        ['2026-11-21', [600, 900]],
      ],
      later: [],
    })
  })

  test('name the days of the entries after tomorrow, without past and later ones', () => {
    expect(lastVisibleDay(today)).toBe('2026-11-26')
    const items = [item('2026-11-19'), item('2026-11-26'), item('2026-11-22'), item('2026-11-27')]
    expect(shown(items).later).toEqual(['2026-11-22', '2026-11-26'])
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
    expect(upcomingDays({ items: [], bands }, today).bands.map(({ key }) => key)).toEqual(['now', 'soon'])
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

describe('The current or next entry of a child', () => {
  const at = (hour: string, more: Parameters<typeof scheduleItem>[0] = {}) =>
    scheduleItem({
      uuid: `${hour}00000-0000-4000-8000-000000000000`.slice(-36),
      title: hour,
      startsAt: `2026-11-20T${hour}:00:00.000Z`,
      endsAt: `2026-11-20T${hour}:45:00.000Z`,
      ...more,
    })
  const next = (...items: ReturnType<typeof at>[]) => nextEntryOf(mergeScheduleItems(items), noon)?.title ?? null

  test('prefers the current entry to the next, and omits past ones', () => {
    expect(next(at('12'), at('09'), at('08'))).toBe('09')
    expect(next(at('12'), at('10'), at('08'))).toBe('10')
    expect(next(at('08'))).toBeNull()
  })

  test('is neither cancelled nor a vacation', () => {
    expect(next(at('10', { state: 'cancelled' }), at('12'))).toBe('12')
    const vacation = at('10', { category: 'vacations', allDay: true, endsAt: '2026-11-27T10:00:00.000Z' })
    expect(next(vacation, at('12'))).toBe('12')
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

  test('are listed until their time if seen, and always if new', () => {
    const changes = [change('ahead'), change('over', over), change('missed', { ...over, isNew: true })]
    expect(relevantChanges(changes, noon).shown.map(({ itemUuid }) => itemUuid)).toEqual(['missed', 'ahead'])
  })

  test('of siblings in one lesson share a row; at most five rows are shown', () => {
    const shared = [change('a'), change('a', { studentUuid: 'two' })]
    const others = ['b', 'c', 'd', 'e', 'f'].map((uuid) => change(uuid))
    const { shown, moreNew } = relevantChanges([...shared, ...others], noon)
    expect(moreNew).toBe(0)
    expect(shown.map(({ itemUuid, students }) => [itemUuid, students.length])).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 1],
      ['d', 1],
      ['e', 1],
    ])
  })

  test('that are new come first, and those that find no row are counted', () => {
    const news = ['b', 'c', 'd', 'e', 'f', 'g'].map((uuid) => change(uuid, { isNew: true }))
    const { shown, moreNew } = relevantChanges(
      [change('a'), ...news, change('g', { studentUuid: 'two', isNew: true })],
      noon,
    )
    expect([shown.map(({ itemUuid }) => itemUuid), moreNew]).toEqual([['b', 'c', 'd', 'e', 'f'], 1])
  })
})

describe('Pending items', () => {
  const waitingList = (uuid: string, heldUntil: string | null): GroupWaitingList => ({
    groupUuid: 'group',
    groupTitle: 'ФИЗ-1',
    contractUuid: 'contract',
    studentUuid: 'student',
    length: 3,
    own: { uuid, position: 2, joinedAt: '2026-11-01T09:00:00.000Z', heldUntil },
  })

  test('start with held places and omit waiting lists without the family', () => {
    const waitingLists = [
      waitingList('waits', null),
      waitingList('held', '2026-11-21T09:00:00.000Z'),
      { ...waitingList('none', null), own: null },
    ]
    expect(pendingWaitingLists(waitingLists).map(({ kind, key }) => [kind, key])).toEqual([
      ['held', 'held'],
      ['waiting', 'waits'],
    ])
  })

  test('contain a ticket until two weeks after its answer or until it is closed', () => {
    const ticket = (state: Ticket['state'], answeredAt: string | null = null): Ticket => ({
      uuid: `${state} ${answeredAt}`,
      number: 'Р-1',
      contentHtml: '<p>Вопрос</p>',
      state,
      createdAt: '2026-11-01T09:00:00.000Z',
      topic: 'schedule',
      isUnread: false,
      answeredAt,
    })
    const tickets = [
      ticket('received'),
      ticket('inProgress'),
      ticket('answered', '2026-11-10T09:00:00.000Z'),
      ticket('answered', '2026-11-05T09:00:00.000Z'),
      ticket('closed', '2026-11-19T09:00:00.000Z'),
    ]
    expect(pendingTickets(tickets, noon).map(({ key }) => key)).toEqual([
      'received null',
      'inProgress null',
      'answered 2026-11-10T09:00:00.000Z',
    ])
  })
})
