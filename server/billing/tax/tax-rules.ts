/**
 * Rates and limits of the tax deduction. The person named here confirms them, with the date and the end of validity. A
 * test fails when they expire, or when a selectable year has no rules.
 */
export const taxRules = {
  source: { ru: 'ст. 219 НК РФ', en: 'Art. 219 of the Russian Tax Code' },
  confirmedBy: { ru: 'главный бухгалтер школы', en: 'the school’s chief accountant' },
  confirmedOn: '2026-01-15',
  validUntil: '2027-12-31',
  /** A declaration may cover this many past years. */
  yearsBack: 3,
  /** Kopecks. The limit of a child is per child and for both parents together. */
  ofYears: [
    { from: 2018, until: 2023, ratePercent: 13, limitOfChild: 5_000_000, limitOfOneself: 12_000_000 },
    { from: 2024, until: 2027, ratePercent: 13, limitOfChild: 11_000_000, limitOfOneself: 15_000_000 },
  ],
} as const

export type TaxRulesOfYear = (typeof taxRules.ofYears)[number]

export function findTaxRules(year: number): TaxRulesOfYear | undefined {
  return taxRules.ofYears.find(({ from, until }) => from <= year && year <= until)
}
