import { describe, expect, test } from 'vitest'
import type { ScheduleChange } from '#contract/schedule.ts'
import { createDates } from '#src/i18n/dates.ts'
import { changesOf, newsOf, wasWords } from '#src/school/changes.ts'
import { scheduleChange } from '#tests/support/schedule-items.ts'

const dates = createDates('ru', 'Europe/Moscow')
const was = (startsAt: string): ScheduleChange['was'] => ({ startsAt, endsAt: startsAt, place: null })

describe('What has changed', () => {
  test('of siblings in one group stands once', () => {
    const changes = changesOf([scheduleChange({ studentUuid: 'artem' }), scheduleChange({ studentUuid: 'maria' })])
    expect([...changes.values()].map(({ students }) => students)).toEqual([['artem', 'maria']])
  })

  test('is news as far as it was not seen, and all of it is seen with the latest', () => {
    const changes = changesOf([
      scheduleChange({ itemUuid: 'old', isNew: false, changedAt: '2026-11-21T10:00:00.000Z' }),
      scheduleChange({ itemUuid: 'a', changedAt: '2026-11-19T10:00:00.000Z' }),
      scheduleChange({ itemUuid: 'b', changedAt: '2026-11-20T10:00:00Z' }),
    ])
    const news = newsOf(changes)
    expect([news?.fresh.map(({ itemUuid }) => itemUuid), news?.at]).toEqual([['a', 'b'], '2026-11-20T10:00:00.000Z'])
    expect(newsOf(changesOf([scheduleChange({ isNew: false })]))).toBeNull()
  })
})

describe('The old time', () => {
  const told = (before: string | null, startsAt = '2026-11-20T07:00:00.000Z') =>
    wasWords({ was: before === null ? null : was(before), startsAt }, dates)

  test('is as short as it is told from the new one', () => {
    expect(told('2026-11-20T05:00:00.000Z')).toBe('08:00')
    expect(told('2026-11-17T05:00:00.000Z')).toBe('вт 08:00')
    expect(told('2026-11-03T05:00:00.000Z')).toMatch(/^3 нояб\.? 08:00$/)
    expect(told('2026-12-31T21:30:00.000Z', '2027-01-02T07:00:00.000Z')).toBe('пт 00:30')
  })

  test('is none where only the place is another, and where something was cancelled', () => {
    expect(told('2026-11-20T07:00:00.000Z')).toBeNull()
    expect(told(null)).toBeNull()
  })
})
