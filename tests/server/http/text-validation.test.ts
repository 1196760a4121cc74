// Database: none.
import { describe, expect, test } from 'vitest'
import { findInvalidText, isValidText, toValidText } from '#server/http/text-validation.ts'

describe('Text for the database', () => {
  test.each([
    ['', true],
    ['Анна 👩‍👧 é', true],
    ['\ufffd\uffff', true],
    ['а\0б', false],
    ['\ud83d', false],
    ['\udc69\ud83d', false],
  ])('%j: %s', (text, expected) => {
    expect(isValidText(text)).toBe(expected)
    expect(isValidText(toValidText(text))).toBe(true)
    if (expected) expect(toValidText(text)).toBe(text)
  })

  test('is checked in every string and every key of a value', () => {
    const value = {
      search: 'a\0',
      filter: { subject: ['физика', '\ud800'], '\0': 1 },
      page: 1,
      file: Buffer.from('\0'),
    }
    expect(findInvalidText(value)).toEqual(['search', 'filter', 'filter.subject.1'])
    expect(findInvalidText('\0')).toEqual([''])
    expect(findInvalidText(undefined)).toEqual([])
  })

  test('is checked quickly and reported briefly in a very deep or very wide value', () => {
    let deep: unknown = '\0'
    for (let level = 0; level < 30_000; level += 1) deep = [deep]
    const started = performance.now()
    expect(findInvalidText(deep)).toEqual([Array.from({ length: 20 }, () => '0').join('.')])
    expect(findInvalidText(Array.from({ length: 60_000 }, () => '\0')).length).toBe(20)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
