import { describe, expect, test } from 'vitest'
import { screens } from '#contract/screens.ts'
import { day, defineSearch, group, manyOf, oneOf, text, texts, uuid, verbatim } from '#contract/search-params.ts'
import { formatQueryString, parseQueryString } from '#src/api/query-string.ts'

describe('A part of an address', () => {
  test('that is one of some values is that value, or nothing', () => {
    const view = oneOf(['month', 'week'], 'month')
    expect(['week', 'month', 'year', ['week'], undefined].map(view)).toEqual([
      'week',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('that is some of some values keeps their own order, each once', () => {
    const kinds = manyOf(['a', 'b', 'c'])
    expect([kinds(['c', 'a', 'c', 'x']), kinds('b'), kinds([]), kinds({ a: 1 })]).toEqual([
      ['a', 'c'],
      ['b'],
      undefined,
      undefined,
    ])
  })

  test('that is words is never empty and never endless', () => {
    expect([text(3)('абвг'), text()(''), text()(['а']), texts(['а', '', 'а', 7]), texts(undefined)]).toEqual([
      'абв',
      undefined,
      undefined,
      ['а'],
      undefined,
    ])
    expect([verbatim(''), verbatim(undefined), verbatim(['x'])]).toEqual(['', undefined, undefined])
  })

  test.each([
    ['2026-02-28', '2026-02-28'],
    ['2024-02-29', '2024-02-29'],
    ['2026-02-29', undefined],
    ['2026-13-01', undefined],
    ['1969-12-31', undefined],
    ['2199-12-31', '2199-12-31'],
    ['2200-01-01', undefined],
    ['2026-2-1', undefined],
    ['2026-02-28T00:00', undefined],
  ])('that is a day: %s', (raw, read) => {
    expect(day(raw)).toBe(read)
  })

  test('that is an id has the form of one', () => {
    const id = '0b6f4f3e-0000-4000-8000-000000000001'
    expect([uuid(id), uuid(id.toUpperCase()), uuid(`${id} `), uuid(7)]).toEqual([id, undefined, undefined, undefined])
  })

  test('that holds other parts is absent when none of them says anything', () => {
    const filter = group({ kind: manyOf(['a']), child: text() })
    expect([filter({ kind: ['a', 'b'], more: 1 }), filter({ kind: 'x' }), filter('a'), filter(null)]).toEqual([
      { kind: ['a'] },
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('An address', () => {
  const read = defineSearch({ tab: oneOf(['log']), page: text() })

  test('holds what is known of it and nothing else', () => {
    expect(read({ tab: 'log', page: '', __proto__: 'x', other: '1' })).toEqual({ tab: 'log' })
  })

  test('covers what says nothing, wherever it is laid over what stood there', () => {
    const raw = { tab: 'x', filter: { page: [] } }
    const filtered = defineSearch({ tab: oneOf(['log']), filter: group({ page: text() }) })
    expect({ ...raw, ...filtered(raw) }).toStrictEqual({ tab: undefined, filter: undefined })
    expect(filtered({})).toStrictEqual({})
  })

  const searching = Object.values(screens).flatMap((screen) => ('search' in screen ? [screen] : []))
  const odd: unknown[] = ['', 'x', '2026-11-20', 'week', ['offline', 'x', 'offline'], { kind: ['online'] }, null, 7, {}]

  test.each(searching.map((screen) => [screen.name, screen.search] as const))(
    'of %s is written as it is read, whatever it held',
    (_, readSearch) => {
      const names = ['view', 'date', 'filter', 'item', 'event', 'when', 'tab', 'search', 'user', 'dialog', 'from']
      for (const name of [...names, 'linked', 'linkError', 'code', 'state'])
        for (const value of odd) {
          const once = readSearch({ [name]: value, filter: { kind: value, child: value, status: value } })
          expect(readSearch(once)).toEqual(once)
          expect(readSearch(parseQueryString(formatQueryString(once)))).toEqual(once)
        }
    },
  )
})
