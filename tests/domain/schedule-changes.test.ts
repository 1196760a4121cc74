import { describe, expect, test } from 'vitest'
import type { ScheduleChange } from '#contract/learning/schedule.ts'
import { mergeScheduleChanges, movedFrom, unseenChanges } from '#src/domain/schedule-changes.ts'
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

describe('What has moved', () => {
  const previous = (before: string | null, startsAt = '2026-11-20T07:00:00.000Z') =>
    movedFrom({ was: before === null ? null : was(before), startsAt }, dates)

  test('has its old time, as short as possible', () => {
    expect(previous('2026-11-20T05:00:00.000Z')).toEqual({ time: '08:00' })
    expect(previous('2026-11-17T05:00:00.000Z')).toEqual({ time: 'вт 08:00' })
    expect(previous('2026-11-03T07:00:00.000Z')).toEqual({ time: expect.stringMatching(/^3\sнояб\.?$/) })
    expect(previous('2026-11-03T05:00:00.000Z')).toEqual({ time: expect.stringMatching(/^3\sнояб\.? 08:00$/) })
    expect(previous('2026-12-31T21:30:00.000Z', '2027-01-02T07:00:00.000Z')).toEqual({ time: 'пт 00:30' })
  })

  test('has the old day alone for the same time a few days before', () => {
    expect(previous('2026-11-17T07:00:00.000Z')).toEqual({ day: '2026-11-17' })
  })

  test('has neither if only the place changed, and for cancelled entries', () => {
    expect(previous('2026-11-20T07:00:00.000Z')).toBeNull()
    expect(previous(null)).toBeNull()
  })
})
