import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nameKey, namePattern, normalizeName, sanitizeName } from '#contract/people/names.ts'
import { demoAccounts } from '#server/idp/accounts/demo-accounts.ts'

describe('A name', () => {
  test.each([
    'Анна',
    'Анна-Мария',
    'де ла Круз',
    'О’Нил',
    'И.',
    'Ёлкин',
    'Nguyễn Thị',
    '李小龙',
    'محمد',
    'प्रिया',
    'Þórður',
    'ქეთევან',
  ])('can be %s', (name) => {
    expect(normalizeName(name)).toBe(name.normalize('NFC'))
    expect(namePattern.test(name)).toBe(true)
    expect(sanitizeName(name)).toBe(name.normalize('NFC'))
  })

  test.each([
    'Андрей123 <b>',
    '-',
    '. .',
    '’',
    'Анна😀',
    'a@b',
    'Анна\0',
    '\ud800',
    'Анна_',
    '\u3164',
    'Иванова (Петрова)',
  ])('cannot be %j', (text) => {
    expect(/\p{L}/u.test(normalizeName(text)) && namePattern.test(normalizeName(text))).toBe(false)
  })

  test.each([
    ["O'razov", 'O’razov'],
    ['O‘razov', 'O’razov'],
    ['Oʻrazov', 'O’razov'],
    ['O`razov', 'O’razov'],
    ['O´razov', 'O’razov'],
    ['O′razov', 'O’razov'],
    ['Мамʼедов', 'Мам’едов'],
    ['Салтыков–Щедрин', 'Салтыков-Щедрин'],
    ['Салтыков\u2011Щедрин', 'Салтыков-Щедрин'],
    ['Салтыков\u2010Щедрин', 'Салтыков-Щедрин'],
    ['Салтыков — Щедрин', 'Салтыков-Щедрин'],
    ['Анна\u200b', 'Анна'],
    ['\u202eАн\u00adна\ufeff', 'Анна'],
    ['  Е\u0308лкин\u00a0 \t Иван\n', 'Ёлкин Иван'],
  ])('typed as %j is stored as %s', (typed, name) => {
    expect([normalizeName(typed), namePattern.test(name)]).toEqual([name, true])
  })

  test('from an external source is sanitized without gluing words, and empty if no name remains', () => {
    expect(
      [
        'Андрей123 <b>',
        '42',
        ' 7 Анна 7 ',
        'я'.repeat(500),
        'Салтыков–Щедрин',
        'Анна_Мария',
        'Иванова(Петрова)',
        'Анна -',
      ].map(sanitizeName),
    ).toEqual(['Андрей b', '', 'Анна', 'я'.repeat(100), 'Салтыков-Щедрин', 'Анна Мария', 'Иванова Петрова', 'Анна'])
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

test.each([
  [['О’Коннор', "О'КОННОР", 'оʻконнор', 'ОКоннор'], 'оконнор'],
  [['Салтыков-Щедрин', 'САЛТЫКОВ ЩЕДРИН', 'Салтыков–Щедрин'], 'салтыков щедрин'],
  [['Фёдор', 'ФЕДОР', 'Фе\u0308дор'], 'федор'],
  [['Әлия', 'АЛИЯ'], 'алия'],
  [['Қуаныш Іңкәр', 'Куаныш Инкар'], 'куаныш инкар'],
  [['Андрей', 'Андреи\u0306'], 'андреи'],
  [['Nguyễn', 'NGUYEN'], 'nguyen'],
  [['«Петров», Иван', 'Петров Иван'], 'петров иван'],
])('The key of %j is %s', (spellings, key) => {
  expect(spellings.map(nameKey)).toEqual(spellings.map(() => key))
})
