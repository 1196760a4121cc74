import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Particulars } from '#contract/tax.ts'
import { dayAt } from '#server/days.ts'
import { isTaxNumber } from '#server/documents/control-digits.ts'
import { correctedNumber, isWithinReach, numberParts, obstaclesOf, refundOf } from '#server/modules/tax/rules.ts'
import { type RulesOfYear, rulesOf, taxRules } from '#server/modules/tax/tax-rules.ts'
import { taxNumbers } from '#tests/support/paying-school.ts'

describe('The rules of the deduction', () => {
  const today = dayAt(new Date(), 'Europe/Moscow')

  test('cover every year that can be declared today', () => {
    const present = Number(today.slice(0, 4))
    for (let year = present - taxRules.yearsBack; year <= present; year += 1)
      expect([year, rulesOf(year)]).toEqual([year, expect.anything()])
  })

  test(`hold until ${taxRules.validUntil}: then ${taxRules.confirmedBy.en} confirms them anew`, () => {
    expect(today <= taxRules.validUntil).toBe(true)
    expect(taxRules.confirmedOn < taxRules.validUntil).toBe(true)
  })

  test('have one row for a year, and none for a year that nobody has confirmed', () => {
    for (let year = 2018; year <= 2027; year += 1) {
      expect(taxRules.ofYears.filter(({ from, until }) => from <= year && year <= until)).toHaveLength(1)
    }
    expect([rulesOf(2017), rulesOf(2028)]).toEqual([undefined, undefined])
  })

  test('changed with 2024: 50 000 and 120 000 roubles before, 110 000 and 150 000 since', () => {
    const limits = (year: number) => {
      const { limitOfChild, limitOfOneself, ratePercent } = rulesOf(year) as RulesOfYear
      return [limitOfChild, limitOfOneself, ratePercent]
    }
    expect([2023, 2024].map(limits)).toEqual([
      [5_000_000, 12_000_000, 13],
      [11_000_000, 15_000_000, 13],
    ])
  })
})

describe('The refund', () => {
  const rules = rulesOf(2025) as RulesOfYear
  const kopecks = fc.integer({ min: 0, max: 10_000_000_000 })

  test.each([
    [0, false, { limit: 11_000_000, counted: 0, refund: 0 }],
    [8_450_050, false, { limit: 11_000_000, counted: 8_450_050, refund: 1_098_506 }],
    [11_000_000, false, { limit: 11_000_000, counted: 11_000_000, refund: 1_430_000 }],
    [11_000_001, false, { limit: 11_000_000, counted: 11_000_000, refund: 1_430_000 }],
    [20_000_000, true, { limit: 15_000_000, counted: 15_000_000, refund: 1_950_000 }],
  ])('of %d kopecks, for oneself: %s', (paid, isApplicant, expected) => {
    expect(refundOf(paid, isApplicant, rules)).toEqual(expected)
  })

  test('is whole kopecks, never more than 13 % of what was paid, and less by under one', () => {
    fc.assert(
      fc.property(kopecks, fc.boolean(), (paid, isApplicant) => {
        const { counted, refund, limit } = refundOf(paid, isApplicant, rules)
        expect(Number.isInteger(refund)).toBe(true)
        expect(counted).toBe(Math.min(paid, limit))
        const exact = BigInt(counted) * 13n
        expect(BigInt(refund) * 100n <= exact && exact < (BigInt(refund) + 1n) * 100n).toBe(true)
      }),
    )
  })
})

describe('What a tax office would reject', () => {
  const person = (uuid: string, more: Partial<Particulars> = {}): Particulars => ({
    uuid,
    lastName: 'Соколова',
    firstName: 'Ольга',
    patronym: null,
    taxNumber: taxNumbers.parent,
    bornOn: '1984-03-07',
    ...more,
  })
  const asked = {
    year: 2025,
    today: '2026-11-20',
    applicant: person('a'),
    student: person('b'),
    paid: 100,
    paidByOthers: 0,
  }

  test.each([
    ['nothing, where all is there', {}, []],
    ['a person without a surname', { applicant: person('a', { lastName: ' ' }) }, ['applicant-name']],
    ['a person whose first name is an initial', { applicant: person('a', { firstName: 'О.' }) }, ['applicant-name']],
    ['an initial without its full stop', { applicant: person('a', { firstName: 'О' }) }, ['applicant-name']],
    ['initials in place of both names', { applicant: person('a', { firstName: 'О. Д.' }) }, ['applicant-name']],
    ['a child whose patronym is an initial', { student: person('b', { patronym: 'Д.' }) }, ['student-name']],
    [
      'not a surname of one letter, nor a patronym that there is not',
      { applicant: person('a', { lastName: 'О', patronym: '' }) },
      [],
    ],
    ['a person without a birthday', { applicant: person('a', { bornOn: null }) }, ['applicant-birth-date']],
    ['a person without a tax number', { applicant: person('a', { taxNumber: null }) }, ['applicant-tax-number']],
    [
      'a child of whom nothing is known',
      { student: person('b', { firstName: '', bornOn: null, taxNumber: null }) },
      ['student-name', 'student-birth-date', 'student-tax-number'],
    ],
    [
      'whoever studies himself, once',
      { applicant: person('a', { taxNumber: null }), student: person('a', { taxNumber: null }) },
      ['applicant-tax-number'],
    ],
    ['what another has paid', { paid: 0, paidByOthers: 100 }, ['another-payer']],
    ['what nobody has paid', { paid: 0 }, ['nothing-paid']],
    ['what another has had back', { paid: 0, paidByOthers: -100 }, ['nothing-paid']],
    ['not what is paid by both', { paidByOthers: 100 }, []],
    ['a year that still runs', { year: 2026 }, ['year-not-over']],
    ['a year to come', { year: 2027 }, ['year-not-over']],
    ['not the third year back', { year: 2023 }, []],
    ['the fourth year back', { year: 2022 }, ['too-long-ago']],
    ['not the year before, on New Year’s Day', { today: '2026-01-01' }, []],
  ])('%s', (_, change, expected) => {
    expect(obstaclesOf({ ...asked, ...change })).toEqual(expected)
  })

  test('is never a year that the page offers, the present one apart', () => {
    const offered = [2021, 2022, 2023, 2024, 2025, 2026, 2027].filter((year) => isWithinReach(year, '2026-11-20'))
    expect(offered).toEqual([2023, 2024, 2025, 2026])
  })

  test('a tax number with any one digit wrong', () => {
    for (const number of Object.values(taxNumbers)) {
      expect([number, isTaxNumber(number)]).toEqual([number, true])
      for (const [place, digit] of [...number].entries()) {
        const wrong = `${number.slice(0, place)}${(Number(digit) + 1) % 10}${number.slice(place + 1)}`
        expect([wrong, isTaxNumber(wrong)]).toEqual([wrong, false])
      }
    }
  })
})

test('A correction has the number of what it puts right, and its own', () => {
  expect(numberParts('2025-000012')).toEqual({ base: '2025-000012', correction: 0 })
  const twice = correctedNumber(correctedNumber('2025-000012'))
  expect([twice, numberParts(twice)]).toEqual(['2025-000012/2', { base: '2025-000012', correction: 2 }])
})
