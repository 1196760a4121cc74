// Database: none.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PersonalDetails } from '#contract/billing/tax.ts'
import {
  calculateRefund,
  findTaxObstacles,
  findTaxRules,
  nextCorrectionNumber,
  parseCertificateNumber,
  type TaxRulesOfYear,
  taxRules,
} from '#server/billing/tax/rules.ts'
import { isTaxNumber } from '#server/payment-details/check-digits.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { taxNumbers } from '#tests/support/schools/paying-school.ts'

describe('The rules of the deduction', () => {
  const today = dayInZone(new Date(), 'Europe/Moscow')

  test('cover every year that can be declared today', () => {
    const present = Number(today.slice(0, 4))
    for (let year = present - taxRules.yearsBack; year <= present; year += 1)
      expect([year, findTaxRules(year)]).toEqual([year, expect.anything()])
  })

  test('change with 2024: 50 000 and 120 000 roubles before, 110 000 and 150 000 since', () => {
    const limits = (year: number) => {
      const { limitOfChild, limitOfOneself, ratePercent } = findTaxRules(year) as TaxRulesOfYear
      return [limitOfChild, limitOfOneself, ratePercent]
    }
    expect([2023, 2024].map(limits)).toEqual([
      [5_000_000, 12_000_000, 13],
      [11_000_000, 15_000_000, 13],
    ])
  })
})

describe('The refund', () => {
  const rules = findTaxRules(2025) as TaxRulesOfYear
  const kopecks = fc.integer({ min: 0, max: 10_000_000_000 })

  test.each([
    [0, false, { limit: 11_000_000, counted: 0, refund: 0 }],
    [8_450_050, false, { limit: 11_000_000, counted: 8_450_050, refund: 1_098_506 }],
    [11_000_000, false, { limit: 11_000_000, counted: 11_000_000, refund: 1_430_000 }],
    [11_000_001, false, { limit: 11_000_000, counted: 11_000_000, refund: 1_430_000 }],
    [20_000_000, true, { limit: 15_000_000, counted: 15_000_000, refund: 1_950_000 }],
  ])('of %d kopecks, for oneself: %s', (paid, isApplicant, expected) => {
    expect(calculateRefund(paid, isApplicant, rules)).toEqual(expected)
  })

  test('is in whole kopecks, at most 13 % of the paid sum, and less by under one kopeck', () => {
    fc.assert(
      fc.property(kopecks, fc.boolean(), (paid, isApplicant) => {
        const { counted, refund, limit } = calculateRefund(paid, isApplicant, rules)
        expect(Number.isInteger(refund)).toBe(true)
        expect(counted).toBe(Math.min(paid, limit))
        const exact = BigInt(counted) * 13n
        expect(BigInt(refund) * 100n <= exact && exact < (BigInt(refund) + 1n) * 100n).toBe(true)
      }),
    )
  })
})

describe('A tax office rejects', () => {
  const person = (uuid: string, more: Partial<PersonalDetails> = {}): PersonalDetails => ({
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
    paidByFund: 0,
  }

  test.each([
    ['nothing if all data are present', {}, []],
    ['a person without a surname', { applicant: person('a', { lastName: ' ' }) }, ['applicant-name']],
    ['a person whose first name is an initial', { applicant: person('a', { firstName: 'О.' }) }, ['applicant-name']],
    ['an initial without its full stop', { applicant: person('a', { firstName: 'О' }) }, ['applicant-name']],
    ['initials in place of both names', { applicant: person('a', { firstName: 'О. Д.' }) }, ['applicant-name']],
    ['a child whose patronymic is an initial', { student: person('b', { patronym: 'Д.' }) }, ['student-name']],
    [
      'neither a surname of one letter nor a missing patronymic',
      { applicant: person('a', { lastName: 'О', patronym: '' }) },
      [],
    ],
    ['a person without a birthday', { applicant: person('a', { bornOn: null }) }, ['applicant-birth-date']],
    ['a person without a tax number', { applicant: person('a', { taxNumber: null }) }, ['applicant-tax-number']],
    [
      'a child without any data',
      { student: person('b', { firstName: '', bornOn: null, taxNumber: null }) },
      ['student-name', 'student-birth-date', 'student-tax-number'],
    ],
    [
      'a child whose data were erased',
      { student: { ...person('b', { bornOn: null, taxNumber: null }), isErased: true } },
      ['data-erased'],
    ],
    [
      'a child whose data the applicant may not see any more',
      { student: { ...person('b', { bornOn: null, taxNumber: null }), isClosed: true } },
      ['child-closed'],
    ],
    [
      'a student who is the applicant, once',
      { applicant: person('a', { taxNumber: null }), student: person('a', { taxNumber: null }) },
      ['applicant-tax-number'],
    ],
    ['payments of another payer', { paid: 0, paidByOthers: 100 }, ['another-payer']],
    ['maternity capital alone', { paid: 0, paidByFund: 100 }, ['maternity-capital']],
    ['another payer beside maternity capital', { paid: 0, paidByOthers: 100, paidByFund: 100 }, ['another-payer']],
    ['a year without payments', { paid: 0 }, ['nothing-paid']],
    ['a refund to another payer', { paid: 0, paidByOthers: -100 }, ['nothing-paid']],
    ['no payments that both parents made', { paidByOthers: 100 }, []],
    ['the current year', { year: 2026 }, ['year-not-over']],
    ['a future year', { year: 2027 }, ['year-not-over']],
    ['no request for the third year back', { year: 2023 }, []],
    ['a request for the fourth year back', { year: 2022 }, ['too-long-ago']],
    ['no request for the previous year on New Year’s Day', { today: '2026-01-01' }, []],
  ])('%s', (_, change, expected) => {
    expect(findTaxObstacles({ ...asked, ...change })).toEqual(expected)
  })

  test('a tax number with any single wrong digit', () => {
    for (const number of Object.values(taxNumbers)) {
      expect([number, isTaxNumber(number)]).toEqual([number, true])
      for (const [place, digit] of [...number].entries()) {
        const wrong = `${number.slice(0, place)}${(Number(digit) + 1) % 10}${number.slice(place + 1)}`
        expect([wrong, isTaxNumber(wrong)]).toEqual([wrong, false])
      }
    }
  })
})

test('A correction has the number of the corrected certificate and its own', () => {
  expect(parseCertificateNumber('2025-000012')).toEqual({ base: '2025-000012', correction: 0 })
  const twice = nextCorrectionNumber(nextCorrectionNumber('2025-000012'))
  expect([twice, parseCertificateNumber(twice)]).toEqual(['2025-000012/2', { base: '2025-000012', correction: 2 }])
})
