import { describe, expect, test } from 'vitest'
import { screens } from '#contract/screens.ts'
import { auditFilterOf, userFilterOf } from '#src/api/admin.ts'
import { formatQueryString, parseQueryString } from '#src/api/query-string.ts'
import { lastClosedYear } from '#src/domain/periods.ts'
import { courseIds as ids } from '#tests/support/samples/catalog-samples.ts'

const uuid = ids.artem

/** What an address may say, and everything in it that means nothing. */
const rows: [screen: keyof typeof read, known: object, unknown: object][] = [
  [
    'schedule',
    {
      view: 'week',
      date: '2026-11-20',
      filter: { kind: ['offline', 'vacations'], child: 'c1', layer: ['payments', 'events'] },
      item: 'i1',
      dialog: 'filters',
    },
    {
      view: 'year',
      date: '2026-02-30',
      filter: { kind: ['parties'], child: ['c1', 'c2'], layer: ['weather'] },
      item: '',
    },
  ],
  ['homework', { child: uuid, date: '2026-11-20' }, { child: 'x', date: '2026-02-30' }],
  ['parent-home-page', { tickets: 'new' }, { tickets: 'x', other: 1 }],
  ['messages', { ticket: uuid, search: 'каникулы' }, { ticket: 'x', search: '' }],
  // Without a view a phone shows the list.
  ['schedule', { view: 'month' }, { date: '0001-01-01', filter: { kind: [], layer: [] } }],
  ['schedule', { date: '2027-01-31' }, { date: '9999-12-31', filter: 'offline' }],
  [
    'admin',
    {
      search: 'ольга',
      filter: { group: 'parent', kind: 'impersonation', outcome: 'refused', to: '2026-02-28' },
      user: uuid,
      dialog: 'login',
    },
    { tab: 'x', search: '', filter: { status: 'dead', from: '2026-02-30' }, user: 'x' },
  ],
  ['admin', { tab: 'own', next: '/adm-panel?tab=queues' }, { next: '//evil.example' }],
  ['admin', { tab: 'audit' }, { tab: 'own-account', dialog: 'x' }],
  [
    'admin',
    { tab: 'tickets', filter: { state: 'answered', topic: 'payments', assignee: 'own', overdue: 'yes' }, ticket: uuid },
    { ticket: 'x', filter: { state: 'open', topic: 'weather', assignee: 'everyone', overdue: 'no' } },
  ],
  ['admin', { tab: 'queues', queue: 'overdue' }, { tab: 'queue', queue: 'all' }],
  ['admin', { tab: 'imports', item: uuid }, { tab: 'import', item: '1' }],
  ['admin', { tab: 'integrations', item: uuid, dialog: 'webhook-log' }, { tab: 'x', item: 'x', dialog: 'x' }],
  [
    'catalog',
    {
      search: 'алгебра',
      filter: { subject: ['math'], grade: ['7'], format: ['stream'], day: ['1', '3'], hours: ['evening'] },
      child: uuid,
      grades: 'all',
      free: 'yes',
      startBy: '2026-12-02',
      sort: 'price',
      page: 3,
      dialog: 'filters',
    },
    {
      page: '0',
      dialog: 'x',
      filter: { format: ['séance'], territory: [''], day: ['8'], hours: ['night'] },
      child: 'Вера',
      grades: '7',
      free: 'no',
      startBy: '2026-13-01',
      sort: 'title',
    },
  ],
  ['catalog-course', { child: uuid }, { child: 'Артём' }],
  ['group-comparison', { child: uuid, groups: [ids.evening, ids.morning] }, { child: 'Артём', groups: ['x'] }],
  [
    'contracts-and-payments',
    { filter: { child: uuid, status: ['Open', 'Frozen'] } },
    { filter: { child: '', status: ['Haunted'] } },
  ],
  ['contracts-and-payments-detail', { pay: uuid, operation: uuid }, { pay: '1', operation: ['x'] }],
  [
    'events',
    { when: 'past', event: 'x', filter: { category: ['Встречи'], format: ['stream'] } },
    { when: 'never', event: ['x'], filter: { category: [7], format: ['séance'] } },
  ],
  ['verify', { number: '26-МАТ-1', code: '0000' }, { number: ['x'], code: '' }],
  ['school-news', { item: uuid }, { item: 'x' }],
  ['admin', { tab: 'news', item: uuid, dialog: 'news-edit' }, { item: '1' }],
  ['tax-deduction', { year: 2025, student: uuid, dialog: 'student' }, { year: '1999', student: 'x', dialog: 'none' }],
  ['profile', { section: 'accounts', linkError: 'refused' }, { section: 'person', linked: ['a'], other: 1 }],
  ['profile', { section: 'consents', next: '/schedule?view=week' }, { next: 'https://evil.example/' }],
]

const read = Object.fromEntries(
  Object.entries(screens).flatMap(([name, screen]) => ('search' in screen ? [[name, screen.search]] : [])),
) as Record<string, (search: Record<string, unknown>) => object>

describe('The search params of %s (D-18)', () => {
  test.each(rows)('of %s are the same after a round trip through the URL', (name, known) => {
    expect(read[name]?.(parseQueryString(formatQueryString(known)))).toEqual(known)
  })

  test.each(rows)('of %s drop what they do not know', (name, _, unknown) => {
    expect(read[name]?.({ ...unknown })).toEqual({})
  })
})

test('Brackets separate nested params and lists', () => {
  expect(formatQueryString(rows[0]?.[1] ?? {})).toBe(
    '?view=week&date=2026-11-20&filter[kind][]=offline&filter[kind][]=vacations&filter[child]=c1&filter[layer][]=payments&filter[layer][]=events&item=i1&dialog=filters',
  )
})

test('A list has a fixed order, and one value needs no brackets', () => {
  expect(read.schedule?.({ filter: { kind: ['vacations', 'offline'] } })).toEqual({
    filter: { kind: ['offline', 'vacations'] },
  })
  expect(read['contracts-and-payments']?.({ filter: { status: 'Open' } })).toEqual({ filter: { status: ['Open'] } })
})

test('Each tab of the panel has its own params; a comparison has four groups; an unknown reason is a refusal', () => {
  const shown = { search: 'ольга', filter: { group: 'parent', kind: 'impersonation' } } as const
  expect([userFilterOf(shown), auditFilterOf(shown)]).toEqual([
    { search: 'ольга', group: 'parent' },
    { search: 'ольга', kind: 'impersonation' },
  ])
  const five = [ids.evening, ids.morning, ids.online, ids.fourth, ids.sokol]
  expect(read['group-comparison']?.({ groups: five })).toEqual({ groups: five.slice(0, 4) })
  expect(read.profile?.({ linkError: 'new-reason' })).toEqual({ linkError: 'refused' })
  expect([lastClosedYear('2026-01-01'), lastClosedYear('2026-12-31')]).toEqual([2025, 2025])
})
