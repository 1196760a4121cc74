import { describe, expect, test } from 'vitest'
import { mergeScheduleItems } from '#src/domain/schedule-entries.ts'
import { tightConnectionsOf } from '#src/domain/tight-connections.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'

type Part = Parameters<typeof scheduleItem>[0]

const at = (uuid: string, from: string, to: string, part: Part = {}) =>
  scheduleItem({ uuid, startsAt: `2026-11-20T${from}:00.000Z`, endsAt: `2026-11-20T${to}:00.000Z`, ...part })
const sokol = { place: 'Сокол, кабинет 214' }
const tverskaya = { place: 'Тверская, кабинет 5' }
const gaps = (...items: ReturnType<typeof at>[]) =>
  [...tightConnectionsOf(mergeScheduleItems(items))].map(([key, { minutes, other, side }]) => [
    key,
    minutes,
    side,
    other.key,
  ])

describe('Too little time between two places', () => {
  test('is labelled on both entries', () => {
    expect(gaps(at('a', '07:00', '08:30', sokol), at('b', '08:45', '10:00', tverskaya))).toEqual([
      ['a', 15, 'after', 'b'],
      ['b', 15, 'before', 'a'],
    ])
  })

  test('is less than 45 minutes', () => {
    expect(gaps(at('a', '07:00', '08:30', sokol), at('b', '09:15', '10:00', tverskaya))).toEqual([])
    expect(gaps(at('a', '07:00', '08:30', sokol), at('b', '09:14', '10:00', tverskaya))).toHaveLength(2)
  })

  test('is negative for simultaneous entries, also with a lesson in between', () => {
    const long = at('long', '07:00', '11:00', sokol)
    expect(
      gaps(long, at('in', '07:30', '08:00', { state: 'cancelled' }), at('b', '10:00', '12:00', tverskaya)),
    ).toEqual([
      ['long', -60, 'after', 'b'],
      ['b', -60, 'before', 'long'],
    ])
  })

  test.each<[string, Part, Part]>([
    ['in one room', sokol, sokol],
    ['online', { place: null }, { place: null }],
    ['online and on site', { place: null }, sokol],
  ])('is negative for an overlap %s, and none for entries that follow each other', (_, one, other) => {
    expect(gaps(at('a', '07:00', '08:30', one), at('b', '08:15', '10:00', other))).toEqual([
      ['a', -15, 'after', 'b'],
      ['b', -15, 'before', 'a'],
    ])
    expect(gaps(at('a', '07:00', '08:30', one), at('b', '08:30', '10:00', other))).toEqual([])
  })

  test('does not count homework, which has no hours', () => {
    const homework = at('b', '07:00', '10:00', { category: 'selfStudy' })
    expect(gaps(at('a', '07:00', '08:30', sokol), homework)).toEqual([])
  })

  test('is the shortest gap of an entry', () => {
    const items = [
      at('a', '07:00', '08:00', sokol),
      at('b', '08:30', '09:00', tverskaya),
      at('c', '09:05', '10:00', sokol),
    ]
    expect(gaps(...items)).toEqual([
      ['a', 30, 'after', 'b'],
      ['b', 5, 'after', 'c'],
      ['c', 5, 'before', 'b'],
    ])
  })

  test.each<[string, Part, Part]>([
    ['rooms of one territory', sokol, { place: 'сокол, актовый зал' }],
    ['a lesson online', sokol, { place: null }],
    ['what is cancelled', sokol, { ...tverskaya, state: 'cancelled' }],
    ['another child', sokol, { ...tverskaya, studentUuid: 'maria' }],
    ['a whole day', sokol, { ...tverskaya, allDay: true }],
    ['another day', sokol, { ...tverskaya, startsAt: '2026-11-21T08:40:00.000Z', endsAt: '2026-11-21T09:00:00.000Z' }],
  ])('is none with %s', (_, one, other) => {
    expect(gaps(at('a', '07:00', '08:30', one), at('b', '08:40', '10:00', other))).toEqual([])
  })
})
