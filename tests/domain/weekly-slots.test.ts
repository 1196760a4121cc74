import { expect, test } from 'vitest'
import { conflictingGroups, slotsText } from '#src/domain/weekly-slots.ts'
import { createDates } from '#src/i18n/dates.ts'
import { ids, physics, studyGroup } from '#tests/support/samples/transfer-samples.ts'

const slot = (weekday: number, from: string, to: string) => ({ weekday, from, to })
const text = (locale: string, ...slots: ReturnType<typeof slot>[]) =>
  slotsText(slots, createDates(locale, 'Europe/Moscow')).map((line) => line.replace(/\u2060|\u202f/g, ''))

test('days with the same hours are joined, in 24-hour format in both languages', () => {
  const slots = [slot(1, '17:00', '18:30'), slot(3, '17:00', '18:30'), slot(6, '09:00', '10:30')]
  expect(text('ru', ...slots)).toEqual(['пн, ср 17:00–18:30', 'сб 09:00–10:30'])
  expect(text('en', ...slots)).toEqual(['Mon, Wed 17:00–18:30', 'Sat 09:00–10:30'])
})

test('adjacent lessons of a group on every day do not conflict', () => {
  const left = studyGroup()
  const present = [left, physics, studyGroup({ ...physics, contractUuid: ids.stranger, studentUuid: ids.maria })]
  expect(conflictingGroups([slot(2, '19:00', '20:00')], left, present)).toEqual([physics])
  expect(conflictingGroups([slot(2, '19:30', '20:30')], left, present)).toEqual([])
  expect(conflictingGroups([slot(3, '18:00', '19:00')], left, present)).toEqual([])
  // A contract that is frozen, not paid or not begun has no lessons to be missed.
  for (const reason of ['frozen', 'not-paid', 'not-begun'] as const)
    expect(conflictingGroups([slot(2, '19:00', '20:00')], left, [left, { ...physics, reason }])).toEqual([])
  // The remaining slots never conflict.
  expect(conflictingGroups(left.slots, left, present)).toEqual([])
})
