// Database: none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LedgerLine } from '#server/billing/ledger/ledger.ts'
import {
  findTerminationObstacle,
  planRest,
  priceOf,
  priceOfLessons,
  returnableOnline,
  splitReturn,
  takeFree,
  takeOnline,
} from '#server/billing/terminations/rules.ts'

function line(position: number, amount: number, paid = 0, more: Partial<LedgerLine> = {}): LedgerLine {
  const status = paid === amount ? 'Closed' : 'Open'
  return { id: `p${position}`, kind: 'month', position, dueOn: `2026-0${position}-01`, amount, paid, status, ...more }
}
const nothingUnderWay = new Map<string, number>()
const byId = ({ line: { id }, amount }: { line: LedgerLine; amount: number }) => [id, amount]

test('lessons cost their share of the price, rounded down to whole roubles', () => {
  expect(priceOfLessons(1_000_000, { held: 1, planned: 3 })).toBe(333_300)
  expect(priceOfLessons(1_000_000, { held: 3, planned: 3 })).toBe(1_000_000)
  expect(priceOfLessons(1_000_000, { held: 0, planned: 30 })).toBe(0)
})

test('a cancelled instalment costs only what was paid of it', () => {
  expect(priceOf([line(1, 500, 500), line(2, 500, 200, { status: 'Canceled' }), line(3, 500)])).toBe(1200)
})

test('what is returned goes to the other contract first, then the way it was paid online, then to an account', () => {
  const money = { paid: 900, given: 300 }
  expect(splitReturn(money, { online: 400, target: 0 })).toMatchObject({
    toReturn: 600,
    online: 400,
    bank: 200,
    moved: 0,
  })
  expect(splitReturn(money, { online: 400, target: 500 })).toMatchObject({ moved: 500, online: 100, bank: 0 })
  expect(splitReturn({ paid: 300, given: 900 }, { online: 300, target: 500 })).toEqual({
    toReturn: 0,
    due: 600,
    online: 0,
    bank: 0,
    moved: 0,
  })
})

test('the parts always sum up to what is returned', () => {
  const sum = fc.nat(10_000)
  fc.assert(
    fc.property(sum, sum, sum, sum, (paid, given, online, target) => {
      const parts = splitReturn({ paid, given }, { online, target })
      expect(parts.online + parts.bank + parts.moved).toBe(parts.toReturn)
      expect(parts.toReturn - parts.due).toBe(paid - given)
    }),
  )
})

describe('Online payments give back', () => {
  const lines = [line(1, 500, 500), line(2, 500, 500), line(3, 500, 500)]
  const paid = (paymentId: string, booked: number, taken = 0) => ({ paymentId, booked, taken, underWay: 0 })
  const newer = { checkoutId: 'newer', lines: [paid('p2', 500, 100), paid('p3', 500)] }
  const older = { checkoutId: 'older', lines: [paid('p1', 300)] }

  test('the newest first, each from its last instalment on', () => {
    expect(takeOnline(950, [newer, older], { lines, underWay: nothingUnderWay })).toEqual([
      {
        checkoutId: 'newer',
        lines: [
          { paymentId: 'p3', amount: 500 },
          { paymentId: 'p2', amount: 400 },
        ],
      },
      { checkoutId: 'older', lines: [{ paymentId: 'p1', amount: 50 }] },
    ])
  })

  test('nothing that a refund is returning, and nothing that the instalment does not hold', () => {
    expect(returnableOnline([newer, older], { lines, underWay: nothingUnderWay })).toBe(1200)
    expect(returnableOnline([newer, older], { lines, underWay: new Map([['p3', 450]]) })).toBe(750)
    expect(returnableOnline([newer], { lines: [line(3, 500, 70, { id: 'p3' })], underWay: nothingUnderWay })).toBe(70)
  })
})

test('money is taken from the last instalments, and never what a refund is returning', () => {
  const lines = [line(1, 500, 500), line(2, 500, 500), line(3, 500)]
  expect(takeFree(lines, 700, new Map([['p2', 100]])).map(byId)).toEqual([
    ['p2', 400],
    ['p1', 300],
  ])
  expect(() => takeFree(lines, 1000, new Map([['p2', 100]]))).toThrow('hold less')
})

test('of unpaid instalments the first are owed as far as lessons are unpaid, the others are cancelled', () => {
  const lines = [line(1, 500, 500), line(2, 500, 200), line(3, 500), line(4, 500)]
  const { owed, canceled } = planRest(lines, 450)
  expect(owed.map(byId)).toEqual([
    ['p2', 300],
    ['p3', 150],
  ])
  expect(canceled.map(({ id }) => id)).toEqual(['p4'])
  expect(planRest(lines, 0).canceled.map(({ id }) => id)).toEqual(['p2', 'p3', 'p4'])
})

test('what a return has cancelled is owed again, and nothing gets lost', () => {
  const lines = [line(1, 500, 100, { status: 'Canceled' }), line(2, 500, 400)]
  const { owed, canceled, missing } = planRest(lines, 300)
  expect([owed.map(byId), canceled, missing]).toEqual([
    [
      ['p2', 100],
      ['p1', 200],
    ],
    [],
    0,
  ])
  expect(planRest(lines, 600).missing).toBe(100)
})

test.each([
  ['', {}, null],
  ['that is not in force', { account: { status: 'Open' as const, lines: [] } }, 'not-in-force'],
  ['of the 2035 programme', { isProgramme2035: true }, 'programme-2035'],
  [
    'that a fund pays',
    { account: { status: 'Concluded' as const, lines: [line(1, 500, 0, { kind: 'fund' })] } },
    'paid-by-institution',
  ],
  ['with a transfer', { hasComingTransfer: true }, 'transfer-under-way'],
  ['whose timetable ends early', { isPlanned: false }, 'not-planned'],
  ['without lessons', { latest: null }, 'not-planned'],
  ['with one last lesson today', { latest: '2026-10-13' }, 'course-over'],
] as const)('a contract %s: obstacle', (_, more, obstacle) => {
  const contract = {
    account: { status: 'Concluded' as const, lines: [line(1, 500)] },
    hasGroup: true,
    isProgramme2035: false,
    hasComingTransfer: false,
    isPlanned: true,
    latest: '2026-10-14',
    today: '2026-10-14',
  }
  expect(findTerminationObstacle({ ...contract, ...more })).toBe(obstacle)
})
