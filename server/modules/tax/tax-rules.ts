/**
 * What the sums of the deduction follow. The law changes: whoever is named here confirms the numbers, enters the day,
 * and says until when that holds. A test fails once it is over, or once a year can be asked for that no row covers.
 */
export const taxRules = {
  source: { ru: 'ст. 219 НК РФ', en: 'Art. 219 of the Russian Tax Code' },
  confirmedBy: { ru: 'главный бухгалтер школы', en: 'the school’s chief accountant' },
  confirmedOn: '2026-01-15',
  validUntil: '2027-12-31',
  /** A declaration is taken for so many years after the year of the payment. */
  yearsBack: 3,
  /** Kopecks. That of a child is for each child, and for both parents together. */
  ofYears: [
    { from: 2018, until: 2023, ratePercent: 13, limitOfChild: 5_000_000, limitOfOneself: 12_000_000 },
    { from: 2024, until: 2027, ratePercent: 13, limitOfChild: 11_000_000, limitOfOneself: 15_000_000 },
  ],
} as const

export type RulesOfYear = (typeof taxRules.ofYears)[number]

export function rulesOf(year: number): RulesOfYear | undefined {
  return taxRules.ofYears.find(({ from, until }) => from <= year && year <= until)
}
