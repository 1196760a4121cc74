import { describe, expect, test } from 'vitest'
import { type LessonFormat, lessonFormats, type ScheduleCategory, scheduleCategories } from '#contract/enumerations.ts'
import { itemAppearance, itemKindOf, itemLabel } from '#src/domain/item-kind.ts'
import { scheduleItem, unknownValue } from '#tests/support/samples/schedule-samples.ts'

describe('The kind of an item (S3)', () => {
  test.each([
    ['lessons', 'offline', 'offline'],
    ['lessons', 'webinar', 'online'],
    ['lessons', 'video', 'online'],
    ['lessons', 'stream', 'online'],
    ['lessons', null, null],
    ['examSubjects', null, 'exam-subjects'],
    ['conversations', null, 'conversations'],
    ['vacations', null, 'vacations'],
    ['selfStudy', null, 'self-study'],
  ] as const)('%s, %s: %s', (category, format, kind) => {
    expect(itemKindOf({ category, format })).toBe(kind)
  })

  test.each(lessonFormats)('only a lesson is classified by its format: an exam by %s stays an exam', (format) => {
    expect(itemKindOf({ category: 'examSubjects', format })).toBe('exam-subjects')
  })

  test('returns null for unknown values', () => {
    expect(itemKindOf({ category: unknownValue<ScheduleCategory>('excursions'), format: 'offline' })).toBeNull()
    expect(itemKindOf({ category: 'lessons', format: unknownValue<LessonFormat>('hologram') })).toBeNull()
  })
})

describe('The look of an item', () => {
  test('categories differ by colour and by icon', () => {
    const looks = scheduleCategories.map((category) => itemAppearance(scheduleItem({ category, format: 'offline' })))
    expect(new Set(looks.map(({ tone }) => tone)).size).toBe(scheduleCategories.length)
    expect(new Set(looks.map(({ icon }) => icon)).size).toBe(scheduleCategories.length)
  })

  test.each([
    ['offline', false, 'schedule-full-time'],
    ['webinar', false, 'schedule-webinar'],
    ['webinar', true, 'schedule-webinar-first-week'],
    ['video', true, 'schedule-video'],
    ['stream', false, 'schedule-broadcast'],
  ] as const)('a lesson by %s (first week: %s) wears %s', (format, isFirstWeek, icon) => {
    expect(itemAppearance(scheduleItem({ format, isFirstWeek })).icon).toBe(icon)
  })

  test.each([
    { category: unknownValue<ScheduleCategory>('excursions') },
    { format: unknownValue<LessonFormat>('hologram') },
    { format: unknownValue<LessonFormat>('constructor') },
    { category: unknownValue<ScheduleCategory>('toString'), format: null },
  ])('unknown values have the default look and the label «unknown»: %o', (part) => {
    expect(itemAppearance(scheduleItem(part))).toEqual({ tone: 'neutral', icon: 'calendar' })
    expect(itemLabel(scheduleItem(part)).message).toBe('неизвестно')
  })

  test('labels a lesson by format and others by category', () => {
    expect(itemLabel(scheduleItem({ format: 'stream' })).message).toBe('Трансляция')
    expect(itemLabel(scheduleItem({ format: 'webinar', isFirstWeek: true })).message).toBe('Вебинар первой недели')
    expect(itemLabel(scheduleItem({ category: 'examSubjects', format: 'offline' })).message).toBe('Экзамен')
    expect(itemLabel(scheduleItem({ format: null })).message).toBe('Занятие')
  })
})
