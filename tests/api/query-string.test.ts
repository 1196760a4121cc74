import { expect, test } from 'vitest'
import { formatQueryString, parseQueryString } from '#src/api/query-string.ts'

test.each<[object, string]>([
  [{}, ''],
  [{ a: undefined }, ''],
  [{ view: 'week', date: '2026-11-20' }, '?view=week&date=2026-11-20'],
  [
    { filter: { kind: ['online', 'offline'], child: 'x' } },
    '?filter[kind][]=online&filter[kind][]=offline&filter[child]=x',
  ],
  [{ search: 'а & б' }, '?search=%D0%B0%20%26%20%D0%B1'],
  [{ и: '1', '\0': { ы: ['2'] } }, '?%D0%B8=1&%00[%D1%8B][]=2'],
])('%j is written %s and read back', (query, text) => {
  expect(formatQueryString(query)).toBe(text)
  expect(parseQueryString(text)).toEqual(JSON.parse(JSON.stringify(query)))
})

test('keeps strings: a numeric code keeps its zeros (D-3)', () => {
  expect(parseQueryString('?code=007&state=true&session=null')).toEqual({ code: '007', state: 'true', session: 'null' })
})

test('applies the limits of the parser: depth 5, lists of 20, 1000 parameters (S2)', () => {
  expect(parseQueryString('?a[b][c][d][e][f][g]=1')).toEqual({ a: { b: { c: { d: { e: { f: { '[g]': '1' } } } } } } })
  expect(parseQueryString('?a[0]=x')).toEqual({ a: ['x'] })
  expect(parseQueryString('?a[21]=x')).toEqual({ a: { 21: 'x' } })
  const many = Array.from({ length: 1200 }, (_, index) => `p${index}=1`).join('&')
  expect(Object.keys(parseQueryString(many))).toHaveLength(1000)
})
