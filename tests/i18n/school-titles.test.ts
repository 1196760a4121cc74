import { expect, test } from 'vitest'
import { createI18n } from '#src/i18n/create-i18n.ts'
import { markText, schoolTitle } from '#src/i18n/school-titles.ts'

test('common titles of terms and mark types are translated, others stay', async () => {
  const { i18n, activate } = createI18n()
  const titles = ['2-я четверть', '1-й семестр', 'Модуль 3', 'Домашнее задание', 'Летняя школа', 'constructor']
  await activate('en')
  expect(titles.map((title) => schoolTitle(title, i18n))).toEqual([
    'Quarter 2',
    'Semester 1',
    'Module 3',
    'Homework',
    'Летняя школа',
    'constructor',
  ])
  await activate('ru')
  expect(titles.map((title) => schoolTitle(title, i18n))).toEqual(titles)
})

test('marks that are words are translated, others stay', async () => {
  const { i18n, activate } = createI18n()
  const marks = ['зачёт', 'не зачтено', '5', 'освобождён', 'constructor']
  await activate('en')
  expect(marks.map((mark) => markText(mark, i18n))).toEqual(['pass', 'fail', '5', 'освобождён', 'constructor'])
  await activate('ru')
  expect(marks.map((mark) => markText(mark, i18n))).toEqual(marks)
})
