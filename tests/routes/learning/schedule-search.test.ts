import { describe, expect, test } from 'vitest'
import { screens } from '#contract/screens.ts'
import { formatQueryString, parseQueryString } from '#src/api/query-string.ts'

const read = screens.schedule.search

describe('The search params of the schedule (D-18)', () => {
  test('are the same after a round trip through the URL', () => {
    const search = read({
      view: 'week',
      date: '2026-11-20',
      filter: { kind: ['offline', 'vacations'], child: 'c1', layer: ['payments', 'events'] },
      item: 'i1',
      dialog: 'filters',
    })
    const address = formatQueryString(search)
    expect(address).toBe(
      '?view=week&date=2026-11-20&filter[kind][]=offline&filter[kind][]=vacations&filter[child]=c1&filter[layer][]=payments&filter[layer][]=events&item=i1&dialog=filters',
    )
    expect(read(parseQueryString(address))).toEqual(search)
  })

  test('omit empty values', () => {
    expect(read({ filter: { kind: [], layer: [] } })).toEqual({})
  })

  test('keep the month view: without a view a phone shows the list', () => {
    expect(read({ view: 'month' })).toEqual({ view: 'month' })
  })

  test.each<[string, Record<string, unknown>]>([
    ['an unknown view', { view: 'year' }],
    ['a day that does not exist', { date: '2026-02-30' }],
    ['a day before any calendar', { date: '0001-01-01' }],
    ['a day after any calendar', { date: '9999-12-31' }],
    ['days instead of a day', { date: ['2026-11-20'] }],
    ['an unknown layer', { filter: { layer: ['weather'] } }],
    ['an unknown kind', { filter: { kind: ['parties'] } }],
    ['a filter that is a word', { filter: 'offline' }],
    ['children instead of a child', { filter: { child: ['c1', 'c2'] } }],
    ['empty text', { date: '', item: '', filter: { child: '' } }],
  ])('ignore %s', (_, search) => {
    expect(read(search)).toEqual({})
  })

  test('accept one kind without brackets, and sort kinds', () => {
    expect(read({ filter: { kind: 'online' } })).toEqual({ filter: { kind: ['online'] } })
    expect(read({ filter: { kind: ['vacations', 'offline'] } })).toEqual({ filter: { kind: ['offline', 'vacations'] } })
  })
})
