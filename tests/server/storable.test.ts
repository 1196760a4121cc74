import { describe, expect, test } from 'vitest'
import { isStorable, storableText, unstorableIn } from '#server/storable.ts'

describe('What a database can hold', () => {
  test.each([
    ['', true],
    ['Анна 👩‍👧 é', true],
    ['\ufffd\uffff', true],
    ['а\0б', false],
    ['\ud83d', false],
    ['\udc69\ud83d', false],
  ])('%j: %s', (text, expected) => {
    expect(isStorable(text)).toBe(expected)
    expect(isStorable(storableText(text))).toBe(true)
    if (expected) expect(storableText(text)).toBe(text)
  })

  test('is looked for in every text and every name of a value', () => {
    const value = {
      search: 'a\0',
      filter: { subject: ['физика', '\ud800'], '\0': 1 },
      page: 1,
      file: Buffer.from('\0'),
    }
    expect(unstorableIn(value)).toEqual(['search', 'filter', 'filter.subject.1'])
    expect(unstorableIn('\0')).toEqual([''])
    expect(unstorableIn(undefined)).toEqual([])
  })

  test('a value that is very deep, or very wide, takes no time and tells little', () => {
    let deep: unknown = '\0'
    for (let level = 0; level < 30_000; level += 1) deep = [deep]
    const started = performance.now()
    expect(unstorableIn(deep)).toEqual([Array.from({ length: 20 }, () => '0').join('.')])
    expect(unstorableIn(Array.from({ length: 60_000 }, () => '\0')).length).toBe(20)
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
