import { setupI18n } from '@lingui/core'
import { describe, expect, test, vi } from 'vitest'
import type { ScheduleItem } from '#contract/schedule.ts'
import { createDates } from '#src/i18n/dates.ts'
import { calendarOf, calendarWithin } from '#src/school/calendar.ts'
import { tagsOf } from '#src/school/children.ts'
import { entriesOf } from '#src/school/entries.ts'
import { scheduleItem } from '#tests/support/schedule-items.ts'

const i18n = setupI18n({ locale: 'ru', messages: { ru: {} } })
const children = tagsOf([
  { uuid: 'artem', firstName: 'Артём', lastName: 'Соколов' },
  { uuid: 'maria', firstName: 'Мария', lastName: 'Соколова' },
])

function drawn(items: ScheduleItem[], { timeZone = 'Europe/Moscow', tags = children } = {}) {
  return calendarOf(entriesOf(items), { dates: createDates('ru', timeZone), i18n, tags })
}

describe('What the calendar draws', () => {
  test('a lesson by its subject, in the school’s time, with child, topic and place', () => {
    expect(drawn([scheduleItem({ place: 'Корпус на Садовой, 204' })])).toEqual({
      bands: [],
      items: [
        {
          key: '11111111-1111-4111-8111-111111111111',
          day: '2026-11-20',
          hours: { from: 600, to: 690 },
          starts: '10:00',
          ends: '11:30',
          title: 'Математика',
          note: 'Артём · Квадратные уравнения · Корпус на Садовой, 204',
          whose: 'А',
          tone: 'accent',
          icon: 'schedule-full-time',
          cancelled: false,
          spoken: 'Очно, Артём',
        },
      ],
    })
  })

  test('the day and the hours are those of the school’s zone, not of the browser', () => {
    const late = scheduleItem({ startsAt: '2026-11-20T20:00:00.000Z', endsAt: '2026-11-20T20:45:00.000Z' })
    expect(drawn([late], { timeZone: 'Asia/Vladivostok' }).items[0]).toMatchObject({
      day: '2026-11-21',
      hours: { from: 360, to: 405 },
      starts: '06:00',
    })
  })

  test('a schedule of one person names nobody', () => {
    const [item] = drawn([scheduleItem()], { tags: new Map() }).items
    expect(item).toMatchObject({ note: 'Квадратные уравнения', spoken: 'Очно' })
    expect(item).not.toHaveProperty('whose')
  })

  test('what is cancelled or moved is said and not only struck through', () => {
    expect(drawn([scheduleItem({ state: 'cancelled' })]).items[0]).toMatchObject({
      cancelled: true,
      spoken: 'Очно, Отменено, Артём',
    })
    expect(drawn([scheduleItem({ state: 'moved' })]).items[0]).toMatchObject({
      cancelled: false,
      spoken: 'Очно, Перенесено, Артём',
    })
  })

  test('vacations are a band whose last day is the one before its end at midnight', () => {
    const vacation = scheduleItem({
      category: 'vacations',
      format: null,
      subject: null,
      title: 'Осенние каникулы',
      allDay: true,
      startsAt: '2026-10-25T21:00:00.000Z',
      endsAt: '2026-11-04T21:00:00.000Z',
    })
    expect(drawn([vacation, { ...vacation, studentUuid: 'maria' }])).toEqual({
      items: [],
      bands: [
        {
          key: vacation.uuid,
          from: '2026-10-26',
          to: '2026-11-04',
          title: 'Осенние каникулы · Артём · Мария',
          tone: 'success',
          icon: 'vacation',
        },
      ],
    })
  })

  test('a task open for days is a band, one whole day has no hours, a night lesson ends with its day', () => {
    const task = scheduleItem({
      uuid: 'task',
      category: 'selfStudy',
      format: null,
      endsAt: '2026-11-23T08:30:00.000Z',
    })
    const wholeDay = scheduleItem({
      uuid: 'day',
      allDay: true,
      startsAt: '2026-11-19T21:00:00.000Z',
      endsAt: '2026-11-20T21:00:00.000Z',
    })
    const night = scheduleItem({
      uuid: 'night',
      startsAt: '2026-11-20T20:00:00.000Z',
      endsAt: '2026-11-20T22:00:00.000Z',
    })
    const { items, bands } = drawn([task, wholeDay, night])
    expect(bands.map(({ key, from, to }) => [key, from, to])).toEqual([['task', '2026-11-20', '2026-11-23']])
    expect(items.map(({ key, hours, starts }) => [key, hours, starts])).toEqual([
      ['day', null, ''],
      ['night', { from: 1380, to: 1440 }, '23:00'],
    ])
  })

  test('an end before the start, which nobody expects, still lies on the day it begins', () => {
    const broken = scheduleItem({ category: 'vacations', endsAt: '2026-11-01T08:30:00.000Z' })
    expect(drawn([broken]).bands[0]).toMatchObject({ from: '2026-11-20', to: '2026-11-20' })
  })

  test('a period holds its items and every band that reaches into it', () => {
    const calendar = drawn([
      scheduleItem({ uuid: 'in' }),
      scheduleItem({ uuid: 'out', startsAt: '2026-11-23T07:00:00.000Z', endsAt: '2026-11-23T08:00:00.000Z' }),
      scheduleItem({ uuid: 'over', category: 'vacations', startsAt: '2026-11-01T21:00:00.000Z' }),
    ])
    const { items, bands } = calendarWithin(['2026-11-16', '2026-11-22'], calendar)
    expect([...items, ...bands].map(({ key }) => key)).toEqual(['in', 'over'])
  })

  test('of thousands of items at the same hours, each instant is asked of the time zone once', () => {
    const items = Array.from({ length: 5000 }, (_, index) => {
      const startsAt = new Date(Date.UTC(2026, 10, 1 + (index % 30), 5 + (index % 12))).toISOString()
      return scheduleItem({ uuid: String(index), startsAt, endsAt: startsAt.replace(':00:00', ':45:00') })
    })
    const dates = createDates('ru', 'Europe/Moscow')
    const dayOf = vi.spyOn(dates, 'dayOf')
    expect(calendarOf(entriesOf(items), { dates, i18n, tags: children }).items).toHaveLength(5000)
    expect(dayOf).toHaveBeenCalledTimes(new Set(items.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])).size)
  })
})
