// Database: none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { paymentSchemes } from '#contract/enumerations.ts'
import { planInstalments } from '#server/enrolment/contracts/instalments.ts'
import { addDays } from '#server/time/calendar-days.ts'

const schemes = fc.constantFrom(...paymentSchemes)
const totals = fc.oneof(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 2_000 }))
const terms = fc.tuple(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 400 })).map(([count, lasts]) => {
  const signedOn = addDays('2024-01-31', count)
  return { signedOn, endsOn: addDays(signedOn, lasts) }
})
const schoolYear = (signedOn: string) => ({ signedOn, endsOn: '2027-05-31' })

describe('A payment plan', () => {
  test('adds up to the total to the kopeck, without negative or zero payments', () => {
    fc.assert(
      fc.property(schemes, totals, terms, (scheme, total, term) => {
        const amounts = planInstalments(scheme, total, term).map(({ amount }) => amount)
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(total)
        expect(amounts.every((amount) => Number.isSafeInteger(amount) && amount > 0)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('has whole roubles, and the last payment takes the remainder', () => {
    fc.assert(
      fc.property(schemes, totals, terms, (scheme, total, term) => {
        const amounts = planInstalments(scheme, total, term).map(({ amount }) => amount)
        expect(amounts.slice(0, -1).every((amount) => amount % 100 === 0)).toBe(true)
        expect((amounts.at(-1) ?? 0) % 100).toBe(total % 100)
        const isEven = scheme === 'StepByStep' || scheme === 'Recurent'
        if (isEven) expect(amounts.every((amount) => amount <= (amounts.at(-1) ?? 0))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is due in its order, the first payment on the day after signing', () => {
    fc.assert(
      fc.property(schemes, totals, terms, (scheme, total, term) => {
        const due = planInstalments(scheme, total, term).map(({ dueOn }) => dueOn)
        expect(due).toEqual([...new Set(due)].toSorted())
        expect(due.every((day) => day > term.signedOn)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('in parts ends with the course, also for late customers', () => {
    fc.assert(
      fc.property(fc.constantFrom('Recurent', 'StepByStep'), totals, terms, (scheme, total, term) => {
        const due = planInstalments(scheme, total, term).map(({ dueOn }) => dueOn)
        const atOnce = addDays(term.signedOn, 5)
        expect(due.every((day) => day <= term.endsOn || (due.length === 1 && day === atOnce))).toBe(true)
      }),
      { numRuns: 2_000 },
    )
    const months = (signedOn: string) =>
      planInstalments('Recurent', 900_000, schoolYear(signedOn)).map(({ dueOn, amount }) => [dueOn, amount])
    expect(months('2027-03-10')).toEqual([
      ['2027-04-05', 450_000],
      ['2027-05-05', 450_000],
    ])
    expect(months('2027-05-12')).toEqual([['2027-05-17', 900_000]])
    expect(months('2026-08-20')).toHaveLength(9)
  })

  test('of a price that thirds and ninths do not divide has the expected amounts', () => {
    const amounts = planInstalments('Recurent', 1_000_001, schoolYear('2026-08-20')).map(({ amount }) => amount)
    expect(amounts).toEqual([...Array(8).fill(111_100), 111_201])
  })
})
