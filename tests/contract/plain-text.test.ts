import { expect, test } from 'vitest'
import type { Locale } from '#contract/enumerations.ts'
import { quote } from '#contract/plain-text.ts'

test.each<[Locale, string, string]>([
  ['ru', 'Дроби', '«Дроби»'],
  ['ru', 'Роман «Война и мир»', '«Роман „Война и мир“»'],
  ['en', 'Fractions', '“Fractions”'],
  ['en', 'The novel “War and Peace”', '“The novel ‘War and Peace’”'],
  ['en', 'Роман «Война и мир»', '“Роман «Война и мир»”'],
])('In %s, %s is quoted as %s', (language, text, quoted) => {
  expect(quote(text, language)).toBe(quoted)
})
