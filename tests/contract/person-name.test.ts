import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { namePattern, normalizeName, sanitizeName } from '#contract/input-formats.ts'
import { demoAccounts } from '#server/idp/demo-accounts.ts'

describe('A name', () => {
  test.each([
    'Анна',
    'Анна-Мария',
    'де ла Круз',
    'О’Нил',
    "O'Neil",
    'Мамʼедов',
    'И.',
    'Ёлкин',
    'Nguyễn Thị',
    '李小龙',
    'محمد',
    'प्रिया',
    'Þórður',
  ])('can be %s', (name) => {
    expect(normalizeName(name)).toBe(name.normalize('NFC'))
    expect(namePattern.test(name)).toBe(true)
    expect(sanitizeName(name)).toBe(name.normalize('NFC'))
  })

  test.each(['Андрей123 <b>', '-', '. .', '’', 'Анна😀', 'a@b', 'Анна\u202e', 'Анна\0', '\ud800', 'Анна_'])(
    'cannot be %j',
    (text) => {
      expect(namePattern.test(normalizeName(text))).toBe(false)
    },
  )

  test('has one spelling, however it was typed', () => {
    expect(normalizeName('  Е\u0308лкин\u00a0 \t Иван\n')).toBe('Ёлкин Иван')
  })

  test('from an external source is sanitized, and empty if no name remains', () => {
    expect(['Андрей123 <b>', '42', ' 7 Анна 7 ', 'я'.repeat(500)].map(sanitizeName)).toEqual([
      'Андрей b',
      '',
      'Анна',
      'я'.repeat(100),
    ])
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme', maxLength: 300 })), (given) => {
        const name = sanitizeName(given)
        expect([namePattern.test(name), name.length <= 100, normalizeName(name)]).toEqual([true, true, name])
      }),
    )
  })

  test('of everybody in the demo is one', () => {
    const names = demoAccounts.flatMap(({ firstName, lastName, patronym }) => [firstName, lastName, patronym ?? ''])
    expect(names.filter((name) => !namePattern.test(name))).toEqual([])
  })
})
