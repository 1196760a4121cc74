import { describe, expect, test } from 'vitest'
import { type LessonFormat, lessonFormats, type ScheduleCategory, scheduleCategories } from '#contract/enumerations.ts'
import { itemLook, itemWords, kindOf } from '#src/school/kinds.ts'
import { fromLater, scheduleItem } from '#tests/support/schedule-items.ts'

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
    expect(kindOf({ category, format })).toBe(kind)
  })

  test.each(lessonFormats)('only a lesson is told by its format: an exam by %s stays an exam', (format) => {
    expect(kindOf({ category: 'examSubjects', format })).toBe('exam-subjects')
  })

  test('values that nobody knows have no kind', () => {
    expect(kindOf({ category: fromLater<ScheduleCategory>('excursions'), format: 'offline' })).toBeNull()
    expect(kindOf({ category: 'lessons', format: fromLater<LessonFormat>('hologram') })).toBeNull()
  })
})

describe('The look of an item', () => {
  test('categories differ by colour and by icon', () => {
    const looks = scheduleCategories.map((category) => itemLook(scheduleItem({ category, format: 'offline' })))
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
    expect(itemLook(scheduleItem({ format, isFirstWeek })).icon).toBe(icon)
  })

  test.each([
    { category: fromLater<ScheduleCategory>('excursions') },
    { format: fromLater<LessonFormat>('hologram') },
    { format: fromLater<LessonFormat>('constructor') },
    { category: fromLater<ScheduleCategory>('toString'), format: null },
  ])('what nobody knows is drawn plainly and called unknown: %o', (part) => {
    expect(itemLook(scheduleItem(part))).toEqual({ tone: 'neutral', icon: 'calendar' })
    expect(itemWords(scheduleItem(part)).message).toBe('неизвестно')
  })

  test('words say the format of a lesson and the category of everything else', () => {
    expect(itemWords(scheduleItem({ format: 'stream' })).message).toBe('Трансляция')
    expect(itemWords(scheduleItem({ format: 'webinar', isFirstWeek: true })).message).toBe('Вебинар первой недели')
    expect(itemWords(scheduleItem({ category: 'examSubjects', format: 'offline' })).message).toBe('Экзамен')
    expect(itemWords(scheduleItem({ format: null })).message).toBe('Занятие')
  })
})
