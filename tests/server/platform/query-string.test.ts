// Database: none.
import { describe, expect, it } from 'vitest'
import { parseQueryString } from '#server/plugins/request-validation.ts'

describe('A query string (S2)', () => {
  it.each<[string, unknown]>([
    ['', {}],
    ['page=2', { page: '2' }],
    ['filter[subject][]=math&filter[subject][]=physics', { filter: { subject: ['math', 'physics'] } }],
    ['a[b][c][d][e][f][g]=1', { a: { b: { c: { d: { e: { f: { '[g]': '1' } } } } } } }],
    ['__proto__[polluted]=1', {}],
  ])('%s', (text, expected) => {
    expect(parseQueryString(text)).toEqual(expected)
  })

  it('parses a list longer than the array limit as a list', () => {
    const text = Array.from({ length: 60 }, (_, at) => `courseUuid[]=${at}`).join('&')
    expect(parseQueryString(text)).toEqual({ courseUuid: Array.from({ length: 60 }, (_, at) => String(at)) })
  })

  it('parses no more than a thousand parameters', () => {
    const text = Array.from({ length: 5000 }, (_, at) => `p${at}=1`).join('&')
    expect(Object.keys(parseQueryString(text))).toHaveLength(1000)
  })
})
