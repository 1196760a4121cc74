import { expect, test } from 'vitest'
import { schoolLangOf } from '#src/domain/school-lang.ts'

test.each([
  ['Физика', 'en', 'ru'],
  ['Present Perfect в примерах', 'en', undefined],
  ['Physics, ФИЗ-1', 'en', undefined],
  ['214', 'en', undefined],
  ['Физика', 'ru', undefined],
])('the language of «%s» on a page in %s is %s', (text, locale, lang) => {
  expect(schoolLangOf(text, locale)).toBe(lang)
})
