// Database: none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ContractStatus, PaymentStatus } from '#contract/enumerations.ts'
import {
  findTransferObstacle,
  priceDifference,
  spreadPriceChange,
  transferMonth,
  weekOfLesson,
} from '#server/enrolment/transfers/rules.ts'
import { addDays, dayInZone, isoWeekday, startOfNextWeek } from '#server/time/calendar-days.ts'

describe('The reason why a group cannot be changed', () => {
  const free = { status: 'Concluded', hasPendingTransfer: false, hasTransferThisMonth: false, hasChoice: true } as const

  test.each<[ContractStatus, string | null]>([
    ['Concluded', null],
    ['Frozen', 'frozen'],
    ['OnTermination', 'terminating'],
    ['Termination', 'terminating'],
    ['NotPaid', 'not-paid'],
    ['Open', 'not-begun'],
  ])('of a contract that is %s: %s', (status, reason) => {
    expect(findTransferObstacle({ ...free, status })).toBe(reason)
  })

  test('is a pending transfer before the monthly limit, because it can be cancelled', () => {
    expect(findTransferObstacle({ ...free, hasPendingTransfer: true, hasTransferThisMonth: true })).toBe(
      'transfer-under-way',
    )
    expect(findTransferObstacle({ ...free, hasTransferThisMonth: true })).toBe('transferred-this-month')
    expect(findTransferObstacle({ ...free, hasChoice: false })).toBe('no-other-group')
  })
})

describe('The week in which a transfer takes effect', () => {
  const nextWeek = (now: string, timeZone: string) => startOfNextWeek({ now: new Date(now), timeZone }).toISOString()

  test.each([
    ['in the middle of a week', '2026-10-14T09:00:00Z', 'Europe/Moscow', '2026-10-18T21:00:00.000Z'],
    ['on Monday, not the same day', '2026-10-12T09:00:00Z', 'Europe/Moscow', '2026-10-18T21:00:00.000Z'],
    ['on Sunday before midnight', '2026-10-18T20:59:59Z', 'Europe/Moscow', '2026-10-18T21:00:00.000Z'],
    ['on Sunday after midnight', '2026-10-18T21:00:00Z', 'Europe/Moscow', '2026-10-25T21:00:00.000Z'],
    ['over the end of a year', '2026-12-30T09:00:00Z', 'Europe/Moscow', '2027-01-03T21:00:00.000Z'],
    ['on the day summer time ends', '2026-10-25T22:30:00Z', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    ['over the beginning of summer time', '2027-03-26T09:00:00Z', 'Europe/Berlin', '2027-03-28T22:00:00.000Z'],
    ['where the day begins earlier', '2026-10-18T12:00:00Z', 'Pacific/Auckland', '2026-10-25T11:00:00.000Z'],
  ])('if requested %s', (_, now, timeZone, expected) => {
    expect(nextWeek(now, timeZone)).toBe(expected)
  })

  test('is Monday to Sunday of the lesson in local time, an hour longer when daylight saving time ends', () => {
    expect(weekOfLesson(new Date('2026-10-24T22:30:00Z'), 'Europe/Berlin')).toEqual({
      from: '2026-10-19',
      to: '2026-10-25',
      startsAt: new Date('2026-10-18T22:00:00Z'),
      endsAt: new Date('2026-10-25T23:00:00Z'),
    })
    expect(weekOfLesson(new Date('2027-01-01T09:00:00Z'), 'Europe/Moscow')).toEqual({
      from: '2026-12-28',
      to: '2027-01-03',
      startsAt: new Date('2026-12-27T21:00:00Z'),
      endsAt: new Date('2027-01-03T21:00:00Z'),
    })
  })

  test('begins on a Monday within seven days and after today, for every time and time zone', () => {
    const zones = fc.constantFrom('Europe/Moscow', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'UTC')
    const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(moments, zones, (now, timeZone) => {
        const monday = dayInZone(startOfNextWeek({ now, timeZone }), timeZone)
        const today = dayInZone(now, timeZone)
        expect(isoWeekday(monday)).toBe(1)
        expect(monday > today && monday <= addDays(today, 7)).toBe(true)
      }),
    )
  })

  test('The month of a transfer is the one in local time', () => {
    expect(transferMonth({ now: new Date('2026-10-31T21:00:00Z'), timeZone: 'Europe/Moscow' })).toBe('2026-11-01')
    expect(transferMonth({ now: new Date('2026-10-31T21:00:00Z'), timeZone: 'Europe/Berlin' })).toBe('2026-10-01')
  })
})

describe('The price of a transfer', () => {
  test.each([
    ['half of the year ahead', { from: 6_000_000, to: 7_000_000 }, { all: 30, ahead: 15 }, 500_000],
    ['a cheaper group', { from: 7_000_000, to: 6_000_000 }, { all: 30, ahead: 15 }, -500_000],
    ['rounded to roubles', { from: 0, to: 100_000 }, { all: 3, ahead: 1 }, 33_300],
    ['nothing ahead', { from: 0, to: 100_000 }, { all: 3, ahead: 0 }, 0],
    ['no lessons', { from: 0, to: 100_000 }, { all: 0, ahead: 0 }, 0],
    ['the same price', { from: 100_000, to: 100_000 }, { all: 3, ahead: 2 }, 0],
  ])('%s', (_, prices, weeks, expected) => {
    expect(priceDifference(prices, weeks)).toBe(expected)
  })

  const line = (id: string, status: PaymentStatus, amount: number, paid = 0) => ({ id, status, amount, paid })

  test('is added to the last open payment', () => {
    const lines = [line('1', 'Closed', 100, 100), line('2', 'Open', 100), line('3', 'Canceled', 100)]
    expect(spreadPriceChange(lines, 50)).toEqual({ changed: [line('2', 'Open', 150)], added: 0, applied: 50 })
    expect(spreadPriceChange([line('1', 'Closed', 100, 100)], 50)).toEqual({ changed: [], added: 50, applied: 50 })
    // A bank or a fund pays a fixed sum.
    const deferred = line('3', 'DeferredPayment', 100)
    expect(spreadPriceChange([line('1', 'Error', 100), deferred], 50).changed).toEqual([line('1', 'Error', 150)])
    expect(spreadPriceChange([deferred], 50)).toEqual({ changed: [], added: 50, applied: 50 })
  })

  test('reduces the last payments first and refunds nothing that is paid', () => {
    const lines = [line('1', 'Closed', 100, 100), line('2', 'Open', 100, 40), line('3', 'DeferredPayment', 100)]
    expect(spreadPriceChange(lines, -130)).toEqual({
      changed: [line('3', 'Canceled', 0), line('2', 'Open', 70, 40)],
      added: 0,
      applied: -130,
    })
    expect(spreadPriceChange(lines, -500)).toEqual({
      changed: [line('3', 'Canceled', 0), line('2', 'Closed', 40, 40)],
      added: 0,
      applied: -160,
    })
    expect(spreadPriceChange([line('1', 'Closed', 100, 100)], -50)).toEqual({ changed: [], added: 0, applied: 0 })
  })
})
