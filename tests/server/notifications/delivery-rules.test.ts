// Database: none.
import { describe, expect, test } from 'vitest'
import {
  defaultSettings,
  endOfQuietHours,
  isPaused,
  isWanted,
  lastDigestTime,
} from '#server/notifications/delivery-rules.ts'

const moscow = 'Europe/Moscow'
const at = (iso: string) => new Date(`${iso}:00Z`)

describe('Quiet hours', () => {
  test.each([
    // 22:00 to 8:00 in Moscow, which is three hours ahead.
    ['2026-10-14T18:59', null],
    ['2026-10-14T19:00', '2026-10-15T05:00'],
    ['2026-10-14T23:00', '2026-10-15T05:00'],
    ['2026-10-15T04:59', '2026-10-15T05:00'],
    ['2026-10-15T05:00', null],
  ])('of the school at %s end at %s', (now, end) => {
    expect(endOfQuietHours(defaultSettings, at(now), moscow)).toEqual(end && at(end))
  })

  test.each([
    // 22:00 to 8:00 in Vladivostok, ten hours ahead.
    ['2026-10-14T11:59', null],
    ['2026-10-14T12:00', '2026-10-14T22:00'],
    ['2026-10-14T21:59', '2026-10-14T22:00'],
    ['2026-10-14T22:00', null],
  ])('of a person elsewhere at %s end at %s', (now, end) => {
    const own = { ...defaultSettings, timeZone: 'Asia/Vladivostok' }
    expect(endOfQuietHours(own, at(now), moscow)).toEqual(end && at(end))
  })

  test('end by the clock when daylight saving time ends in the night', () => {
    const own = { ...defaultSettings, timeZone: 'Europe/Berlin' }
    expect(endOfQuietHours(own, at('2026-10-24T21:00'), moscow)).toEqual(at('2026-10-25T07:00'))
  })

  test('within a day, and none', () => {
    const siesta = { ...defaultSettings, quietFrom: 13, quietUntil: 16 }
    expect(endOfQuietHours(siesta, at('2026-10-14T10:00'), moscow)).toEqual(at('2026-10-14T13:00'))
    expect(endOfQuietHours(siesta, at('2026-10-14T13:00'), moscow)).toBeNull()
    const none = { ...defaultSettings, quietFrom: null, quietUntil: null }
    expect(endOfQuietHours(none, at('2026-10-14T23:00'), moscow)).toBeNull()
  })
})

test.each([
  ['daily', moscow, '2026-10-14T14:59', '2026-10-13T15:00'],
  ['daily', moscow, '2026-10-14T15:00', '2026-10-14T15:00'],
  ['daily', 'America/New_York', '2026-10-14T21:59', '2026-10-13T22:00'],
  // Wednesday, and Monday before and after the hour.
  ['weekly', moscow, '2026-10-14T15:00', '2026-10-12T15:00'],
  ['weekly', moscow, '2026-10-12T14:59', '2026-10-05T15:00'],
  ['weekly', moscow, '2026-10-12T15:00', '2026-10-12T15:00'],
] as const)('A %s digest in %s at %s was last due at %s', (frequency, timeZone, now, due) => {
  expect(lastDigestTime({ ...defaultSettings, frequency, timeZone }, at(now), moscow)).toEqual(at(due))
})

test('A pause ends at the start of its day where the person is', () => {
  const paused = { ...defaultSettings, pausedUntil: '2026-10-15', timeZone: 'Asia/Vladivostok' }
  expect(isPaused(paused, at('2026-10-14T13:59'), moscow)).toBe(true)
  expect(isPaused(paused, at('2026-10-14T14:00'), moscow)).toBe(false)
  expect(isPaused(defaultSettings, at('2026-10-14T14:00'), moscow)).toBe(false)
})

test('Security cannot be switched off, and defaults follow the role group', () => {
  const off = { channels: { security: { app: false, email: false }, marks: { email: true } } }
  const wants = (channels: object, roles: string[], category: 'security' | 'marks' | 'events') =>
    (['app', 'email', 'sms'] as const).filter((channel) =>
      isWanted({ channels, childChannels: {} }, { roles, category, channel }),
    )
  expect(wants(off.channels, ['parent'], 'security')).toEqual(['app', 'email'])
  expect(wants({}, ['parent'], 'marks')).toEqual(['app', 'email'])
  expect(wants({}, ['student'], 'marks')).toEqual(['app'])
  expect(wants(off.channels, ['student'], 'marks')).toEqual(['app', 'email'])
  expect(wants({}, ['parent', 'student'], 'events')).toEqual(['app'])
})
