/** Check digits of Russian bank accounts. Without zod: the browser may import it. The arguments must have the right length. */

/**
 * Account number at a bank (БИК): the last three digits of the bank code precede the account. Treasury accounts begin
 * with 0 and have no check digit.
 */
export function isAccountAt(bankCode: string, account: string): boolean {
  return account.startsWith('0') || hasAccountKey(bankCode.slice(-3) + account)
}

/** Whether the weighted sum of the digits ends in 0. */
export function hasAccountKey(value: string): boolean {
  const weights = [7, 1, 3]
  const sum = [...value].reduce((total, digit, position) => total + Number(digit) * (weights[position % 3] ?? 0), 0)
  return sum % 10 === 0
}
