// Database: none.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { schoolText, territory } from '#contract/schemas.ts'
import { translateName, translatorOf } from '#server/http/school-names.ts'

const names = new Map([
  ['Физика', 'Physics'],
  ['ФИЗ', 'PHY'],
  ['Читаем, считаем', 'Reading, counting'],
  ['Физика: опыты', 'Physics by experiment'],
  ['Сокол', 'Sokol'],
  ['кабинет', 'room'],
  ['Модуль 2', 'Second module'],
  ['Модуль', 'Module'],
])

test.each([
  ['Физика', 'Physics'],
  ['Физика, ФИЗ-1', 'Physics, PHY-1'],
  ['Читаем, считаем, ФИЗ-12', 'Reading, counting, PHY-12'],
  ['Физика: опыты, ФИЗ-1', 'Physics by experiment, PHY-1'],
  ['Физика: Закон Ома', 'Physics: Закон Ома'],
  ['Сокол, кабинет 214', 'Sokol, room 214'],
  ['Сокол, актовый зал', 'Sokol, актовый зал'],
  ['Модуль 2', 'Second module'],
  ['Модуль 3', 'Module 3'],
  ['Химия', 'Химия'],
  ['', ''],
])('«%s» is «%s»', (text, translated) => {
  expect(translateName(text, names)).toBe(translated)
})

test('texts of the school are translated wherever an answer has them, and nothing else', () => {
  const lesson = z.object({ kind: z.literal('lesson'), subject: schoolText.nullable(), topics: z.array(schoolText) })
  const day = z.object({ kind: z.literal('day'), place: territory.optional() })
  const answer = z.array(z.union([lesson, day]))
  const uuid = '00000000-0000-4000-8000-000000000001'
  expect(
    translatorOf(answer)?.(
      [
        { kind: 'lesson', subject: 'Физика', topics: ['Физика', 'Химия'], teacher: 'Физика' },
        { kind: 'lesson', subject: null, topics: [] },
        { kind: 'day', place: { uuid, title: 'Сокол' } },
        { kind: 'day' },
      ],
      names,
    ),
  ).toEqual([
    { kind: 'lesson', subject: 'Physics', topics: ['Physics', 'Химия'], teacher: 'Физика' },
    { kind: 'lesson', subject: null, topics: [] },
    { kind: 'day', place: { uuid, title: 'Sokol' } },
    { kind: 'day' },
  ])
  expect(translatorOf(z.object({ title: z.string() }))).toBeUndefined()
})
