import { expect, test } from 'vitest'
import { conflictingGroups, slotsText } from '#src/domain/weekly-slots.ts'
import { createDates } from '#src/i18n/dates.ts'
import { ids, physics, studyGroup } from '#tests/support/transfer-samples.ts'

const slot = (weekday: number, from: string, to: string) => ({ weekday, from, to })
const words = (locale: string, ...slots: ReturnType<typeof slot>[]) =>
  slotsText(slots, createDates(locale, 'Europe/Moscow')).map((line) => line.replace(/\u2060|\u202f/g, ''))

test('days of the same hours are said together, by 24 hours in both languages', () => {
  const slots = [slot(1, '17:00', '18:30'), slot(3, '17:00', '18:30'), slot(6, '09:00', '10:30')]
  expect(words('ru', ...slots)).toEqual(['пн, ср 17:00–18:30', 'сб 09:00–10:30'])
  expect(words('en', ...slots)).toEqual(['Mon, Wed 17:00–18:30', 'Sat 09:00–10:30'])
})

test('a group that meets all through the week has no clash with what only touches it', () => {
  const left = studyGroup()
  const present = [left, physics, studyGroup({ ...physics, contractUuid: ids.stranger, studentUuid: ids.maria })]
  expect(conflictingGroups([slot(2, '19:00', '20:00')], left, present)).toEqual([physics])
  expect(conflictingGroups([slot(2, '19:30', '20:30')], left, present)).toEqual([])
  expect(conflictingGroups([slot(3, '18:00', '19:00')], left, present)).toEqual([])
  // A contract that is frozen, not paid or not begun has no lessons to be missed.
  for (const reason of ['frozen', 'not-paid', 'not-begun'] as const)
    expect(conflictingGroups([slot(2, '19:00', '20:00')], left, [left, { ...physics, reason }])).toEqual([])
  // What is left is never in the way.
  expect(conflictingGroups(left.slots, left, present)).toEqual([])
})
