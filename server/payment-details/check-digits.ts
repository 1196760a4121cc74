import { hasAccountKey } from '#contract/billing/bank-account.ts'

/** Check digits of Russian payment details. The arguments must have the right length already. */

/** Tax number (ИНН): one check digit of ten for an organisation, two of twelve for a person. */
export function isTaxNumber(value: string): boolean {
  const digits = digitsOf(value)
  const controls = digits.length === 10 ? [9] : [10, 11]
  return controls.every((position) => digits[position] === taxControl(digits.slice(0, position)))
}

/** Correspondent account of a bank or treasury at the Bank of Russia. */
export function isCorrespondentAccount(bankCode: string, account: string): boolean {
  return hasAccountKey(`0${bankCode.slice(4, 6)}${account}`)
}

const taxWeights = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

function taxControl(digits: readonly number[]): number {
  const weights = taxWeights.slice(-digits.length)
  return (sumOf(digits.map((digit, position) => digit * (weights[position] ?? 0))) % 11) % 10
}

function digitsOf(value: string): number[] {
  return [...value].map(Number)
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
