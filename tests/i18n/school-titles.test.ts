import { expect, test } from 'vitest'
import { createI18n } from '#src/i18n/create-i18n.ts'
import { schoolTitle } from '#src/i18n/school-titles.ts'

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
