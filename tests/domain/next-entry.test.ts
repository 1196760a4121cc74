import { describe, expect, test } from 'vitest'
import { mergeScheduleItems, nextEntryOf } from '#src/domain/schedule-entries.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'

const noon = Date.parse('2026-11-20T09:00:00Z')

describe('The current or next entry of a child', () => {
  const at = (hour: string, more: Parameters<typeof scheduleItem>[0] = {}) =>
    scheduleItem({
      uuid: `${hour}00000-0000-4000-8000-000000000000`.slice(-36),
      title: hour,
      startsAt: `2026-11-20T${hour}:00:00.000Z`,
      endsAt: `2026-11-20T${hour}:45:00.000Z`,
      ...more,
    })
  const next = (...items: ReturnType<typeof at>[]) => nextEntryOf(mergeScheduleItems(items), noon)?.title ?? null

  test('prefers the current entry to the next, and omits past ones', () => {
    expect(next(at('12'), at('09'), at('08'))).toBe('09')
    expect(next(at('12'), at('10'), at('08'))).toBe('10')
    expect(next(at('08'))).toBeNull()
  })

  test('is neither cancelled, nor a vacation, nor a deadline', () => {
    expect(next(at('10', { category: 'selfStudy' }), at('12'))).toBe('12')
    expect(next(at('10', { state: 'cancelled' }), at('12'))).toBe('12')
    const vacation = at('10', { category: 'vacations', allDay: true, endsAt: '2026-11-27T10:00:00.000Z' })
    expect(next(vacation, at('12'))).toBe('12')
  })
})
