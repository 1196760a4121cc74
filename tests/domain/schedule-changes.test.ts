import { describe, expect, test } from 'vitest'
import type { ScheduleChange } from '#contract/learning/schedule.ts'
import { mergeScheduleChanges, previousDayOf, previousTimeText, unseenChanges } from '#src/domain/schedule-changes.ts'
import { createDates } from '#src/i18n/dates.ts'
import { scheduleChange } from '#tests/support/samples/schedule-samples.ts'

const dates = createDates('ru', 'Europe/Moscow')
const was = (startsAt: string): ScheduleChange['was'] => ({ startsAt, endsAt: startsAt, place: null })

describe('What has changed', () => {
  test('is listed once for siblings in one group', () => {
    const changes = mergeScheduleChanges([
      scheduleChange({ studentUuid: 'artem' }),
      scheduleChange({ studentUuid: 'maria' }),
    ])
    expect([...changes.values()].map(({ students }) => students)).toEqual([['artem', 'maria']])
  })

  test('is new until seen; the latest marks all as seen', () => {
    const changes = mergeScheduleChanges([
      scheduleChange({ itemUuid: 'old', isNew: false, changedAt: '2026-11-21T10:00:00.000Z' }),
      scheduleChange({ itemUuid: 'a', changedAt: '2026-11-19T10:00:00.000Z' }),
      scheduleChange({ itemUuid: 'b', changedAt: '2026-11-20T10:00:00Z' }),
    ])
    const news = unseenChanges(changes)
    expect([news?.fresh.map(({ itemUuid }) => itemUuid), news?.at]).toEqual([['a', 'b'], '2026-11-20T10:00:00.000Z'])
    expect(unseenChanges(mergeScheduleChanges([scheduleChange({ isNew: false })]))).toBeNull()
  })
})

describe('The old time', () => {
  const previousTime = (before: string | null, startsAt = '2026-11-20T07:00:00.000Z') =>
    previousTimeText({ was: before === null ? null : was(before), startsAt }, dates)

  test('is as short as possible', () => {
    expect(previousTime('2026-11-20T05:00:00.000Z')).toBe('08:00')
    expect(previousTime('2026-11-17T05:00:00.000Z')).toBe('вт 08:00')
    expect(previousTime('2026-11-03T07:00:00.000Z')).toMatch(/^3\sнояб\.?$/)
    expect(previousTime('2026-11-03T05:00:00.000Z')).toMatch(/^3\sнояб\.? 08:00$/)
    expect(previousTime('2026-12-31T21:30:00.000Z', '2027-01-02T07:00:00.000Z')).toBe('пт 00:30')
  })

  test('is the day alone for the same time a few days before', () => {
    const at = (startsAt: string) => previousDayOf({ was: was(startsAt), startsAt: '2026-11-20T07:00:00.000Z' }, dates)
    expect(previousTime('2026-11-17T07:00:00.000Z')).toBeNull()
    expect(at('2026-11-17T07:00:00.000Z')).toBe('2026-11-17')
    expect(['2026-11-17T05:00:00.000Z', '2026-11-03T07:00:00.000Z', '2026-11-20T07:00:00.000Z'].map(at)).toEqual([
      ...[null, null, null],
    ])
  })

  test('is null if only the place changed and for cancelled entries', () => {
    expect(previousTime('2026-11-20T07:00:00.000Z')).toBeNull()
    expect(previousTime(null)).toBeNull()
  })
})
