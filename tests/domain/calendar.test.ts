import { setupI18n } from '@lingui/core'
import { describe, expect, test, vi } from 'vitest'
import type { ScheduleItem } from '#contract/learning/schedule.ts'
import { calendarOf, clipCalendar } from '#src/domain/calendar.ts'
import { childTagsOf } from '#src/domain/child-tags.ts'
import { mergeScheduleChanges } from '#src/domain/schedule-changes.ts'
import { mergeScheduleItems } from '#src/domain/schedule-entries.ts'
import { createDates } from '#src/i18n/dates.ts'
import { scheduleChange, scheduleItem } from '#tests/support/samples/schedule-samples.ts'

const i18n = setupI18n({ locale: 'ru', messages: { ru: {} } })
const children = childTagsOf([
  { uuid: 'artem', firstName: 'Артём', lastName: 'Соколов' },
  { uuid: 'maria', firstName: 'Мария', lastName: 'Соколова' },
])

type CalendarOptions = Partial<Parameters<typeof calendarOf>[1]> & { timeZone?: string }

function calendarWith(
  items: ScheduleItem[],
  { timeZone = 'Europe/Moscow', tags = children, ...more }: CalendarOptions = {},
) {
  return calendarOf(mergeScheduleItems(items), { dates: createDates('ru', timeZone), i18n, tags, ...more })
}

describe('What the calendar draws', () => {
  test('shows a lesson by subject, in the school’s time, with child, topic and place', () => {
    expect(calendarWith([scheduleItem({ place: 'Корпус на Садовой, 204' })])).toEqual({
      bands: [],
      items: [
        {
          key: '11111111-1111-4111-8111-111111111111',
          day: '2026-11-20',
          hours: { from: 600, to: 690 },
          starts: '10:00',
          ends: '11:30',
          title: 'Математика',
          person: 'Артём',
          people: ['artem'],
          personInitials: 'А',
          note: 'Квадратные уравнения\u00a0· Корпус на Садовой, 204',
          tone: 'teal',
          icon: 'schedule-full-time',
          kindLabel: 'Очно',
        },
      ],
    })
  })

  test('uses the time zone of the school, not of the browser', () => {
    const late = scheduleItem({ startsAt: '2026-11-20T20:00:00.000Z', endsAt: '2026-11-20T20:45:00.000Z' })
    expect(calendarWith([late], { timeZone: 'Asia/Vladivostok' }).items[0]).toMatchObject({
      day: '2026-11-21',
      hours: { from: 360, to: 405 },
      starts: '06:00',
    })
  })

  test('shows no names in the schedule of one student', () => {
    const [item] = calendarWith([scheduleItem()], { tags: new Map() }).items
    expect(item).toMatchObject({ note: 'Квадратные уравнения', kindLabel: 'Очно' })
    expect([item?.person, item?.personInitials]).toEqual([undefined, undefined])
  })

  test('labels cancelled and moved entries with the previous time if known', () => {
    const [cancelled] = calendarWith([scheduleItem({ state: 'cancelled' })]).items
    expect([cancelled?.cancelled, cancelled?.state, cancelled?.previousTime]).toEqual([true, 'Отменено', undefined])
    const [moved] = calendarWith([scheduleItem({ state: 'moved' })], {
      changes: mergeScheduleChanges([scheduleChange()]),
    }).items
    expect([moved?.cancelled, moved?.state, moved?.previousTime]).toEqual([undefined, 'Перенесено', undefined])
    // Struck through, a weekday alone would say nothing.
    expect(moved?.movedFrom).toEqual({
      state: 'Перенесено с четверга',
      shortState: 'Перенесено с чт',
      short: 'с чт',
    })
    const [movedThenCancelled] = calendarWith([scheduleItem({ state: 'cancelled' })], {
      changes: mergeScheduleChanges([scheduleChange()]),
    }).items
    expect(movedThenCancelled?.movedFrom).toBeUndefined()
  })

  test('names the substitute of a lesson that takes place', () => {
    const taught = { teacher: 'Белова Ирина Сергеевна', replacedTeacher: 'Соколов Пётр' }
    const drawn = (part: Partial<ScheduleItem>) => {
      const [item] = calendarWith([scheduleItem({ ...taught, ...part })]).items
      return [item?.state, item?.stateIcon, item?.secondIcon, item?.note]
    }
    const topic = 'Квадратные уравнения'
    const substitute = 'Замена: Белова\u00a0И.\u00a0С.'
    expect(drawn({})).toEqual([substitute, 'profile', undefined, topic])
    expect(drawn({ teacher: null })).toEqual(['Замена', 'profile', undefined, topic])
    expect(drawn({ state: 'moved' })).toEqual(['Перенесено', undefined, 'profile', `${substitute}\u00a0· ${topic}`])
    expect(drawn({ state: 'cancelled' })).toEqual(['Отменено', undefined, undefined, topic])
    const moved = scheduleItem({ ...taught, state: 'moved', place: 'Сокол, кабинет 401' })
    const [first] = calendarWith([moved], { isPlaceFirst: true }).items
    expect(first?.note).toBe(`Сокол, кабинет\u00a0401\u00a0· ${substitute}`)
  })

  test('shows vacations as a band that ends on the day before midnight', () => {
    const vacation = scheduleItem({
      category: 'vacations',
      format: null,
      subject: null,
      title: 'Осенние каникулы',
      allDay: true,
      startsAt: '2026-10-25T21:00:00.000Z',
      endsAt: '2026-11-04T21:00:00.000Z',
    })
    expect(calendarWith([vacation, { ...vacation, studentUuid: 'maria' }])).toEqual({
      items: [],
      bands: [
        {
          key: vacation.uuid,
          from: '2026-10-26',
          to: '2026-11-04',
          title: 'Осенние каникулы',
          person: 'Артём, Мария',
          personInitials: 'А, М',
          tone: 'olive',
          icon: 'vacation',
        },
      ],
    })
  })

  test('shows a task when it is due instead of at hours, however long it is open', () => {
    const task = (endsAt: string) => scheduleItem({ category: 'selfStudy', format: null, endsAt })
    const drawn = (endsAt: string) => {
      const { items, bands } = calendarWith([task(endsAt)])
      expect(bands).toEqual([])
      return items.map(({ day, hours, starts, ends, due, icon }) => ({ day, hours, starts, ends, due, icon }))
    }
    const due = { hours: null, ends: '', icon: 'flag' }
    expect(drawn('2026-11-20T15:00:00.000Z')).toEqual([
      { ...due, day: '2026-11-20', starts: '18:00', due: { minute: 1080, label: 'сдать до' } },
    ])
    // At midnight of the school.
    expect(drawn('2026-11-22T21:00:00.000Z')).toEqual([
      { ...due, day: '2026-11-22', starts: '24:00', due: { minute: 1440, label: 'сдать до' } },
    ])
  })

  test('marks the texts of the school with their language on pages in another one', () => {
    const english = setupI18n({ locale: 'en', messages: { en: {} } })
    const latin = { uuid: 'latin', subject: 'Web Design', title: 'Вёрстка' }
    const { items } = calendarWith([scheduleItem(), scheduleItem(latin)], { i18n: english })
    expect(items.map(({ title, titleLang, noteLang }) => [title, titleLang, noteLang])).toEqual([
      ['Математика', 'ru', 'ru'],
      ['Web Design', undefined, 'ru'],
    ])
    expect(calendarWith([scheduleItem()]).items[0]).not.toHaveProperty('titleLang')
  })

  test('one whole day has no hours, a night lesson ends with its day', () => {
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
    const { items } = calendarWith([wholeDay, night])
    expect(items.map(({ key, hours, starts }) => [key, hours, starts])).toEqual([
      ['day', null, ''],
      ['night', { from: 1380, to: 1440 }, '23:00'],
    ])
  })

  test('shows an entry that ends before its start on the day of its start', () => {
    const broken = scheduleItem({ category: 'vacations', endsAt: '2026-11-01T08:30:00.000Z' })
    expect(calendarWith([broken]).bands[0]).toMatchObject({ from: '2026-11-20', to: '2026-11-20' })
  })

  test('clips a calendar to a period with its items and overlapping bands', () => {
    const calendar = calendarWith([
      scheduleItem({ uuid: 'in' }),
      scheduleItem({ uuid: 'out', startsAt: '2026-11-23T07:00:00.000Z', endsAt: '2026-11-23T08:00:00.000Z' }),
      scheduleItem({ uuid: 'over', category: 'vacations', startsAt: '2026-11-01T21:00:00.000Z' }),
    ])
    const { items, bands } = clipCalendar(['2026-11-16', '2026-11-22'], calendar)
    expect([...items, ...bands].map(({ key }) => key)).toEqual(['in', 'over'])
  })

  test('converts each instant once for thousands of items at the same hours', () => {
    const items = Array.from({ length: 5000 }, (_, index) => {
      const startsAt = new Date(Date.UTC(2026, 10, 1 + (index % 30), 5 + (index % 12))).toISOString()
      return scheduleItem({ uuid: String(index), startsAt, endsAt: startsAt.replace(':00:00', ':45:00') })
    })
    const dates = createDates('ru', 'Europe/Moscow')
    const dayOf = vi.spyOn(dates, 'dayOf')
    expect(calendarOf(mergeScheduleItems(items), { dates, i18n, tags: children }).items).toHaveLength(5000)
    expect(dayOf).toHaveBeenCalledTimes(new Set(items.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])).size)
  })
})
