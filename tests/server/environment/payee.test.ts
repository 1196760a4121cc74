import { describe, expect, test } from 'vitest'
import { isAccountAt } from '#contract/billing/bank-account.ts'
import { readEnv } from '#server/environment/env.ts'
import { isCorrespondentAccount, isTaxNumber } from '#server/payment-details/check-digits.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import { payeeVariables } from '#tests/support/documents/payee.ts'

describe('The control digits', () => {
  test.each([
    // The tax service and two large companies; a number of twelve digits.
    ['7707329152', true],
    ['7707083893', true],
    ['7736050003', true],
    ['500100732259', true],
    ['7707083894', false],
    ['7770083893', false],
    ['500100732258', false],
    ['500100732249', false],
  ])('of the tax number %s: %s', (value, expected) => {
    expect(isTaxNumber(value)).toBe(expected)
  })

  test.each([
    ['044525225', '40702810938000000001', true],
    ['044525225', '40702810938000000002', false],
    ['044525226', '40702810938000000001', false],
    // An account of the treasury has no control digit.
    ['004525988', '03224643450000007300', true],
  ])('of an account at %s: %s is %s', (bankCode, account, expected) => {
    expect(isAccountAt(bankCode, account)).toBe(expected)
  })

  test.each([
    ['044525225', '30101810400000000225', true],
    ['044525974', '30101810145250000974', true],
    ['004525988', '40102810545370000003', true],
    ['044525974', '30101810145250000947', false],
    ['044535974', '30101810145250000974', false],
  ])('of the correspondent account of %s: %s is %s', (bankCode, account, expected) => {
    expect(isCorrespondentAccount(bankCode, account)).toBe(expected)
  })
})

describe('The payee', () => {
  const off = { DEMO: 'off', ...payeeVariables }

  test('has the values of the variables', () => {
    expect(readEnv(off).PAYEE).toEqual({
      name: 'ООО «Школа Примера»',
      taxNumber: '7799999010',
      taxReason: '779901001',
      account: '40703810300000000135',
      bank: 'АО «Банк Примера»',
      bankCode: '044525999',
      correspondentAccount: '30101810845250000999',
    })
    expect(readEnv(off).PAYEE_SIGNATORY).toBe('Примеров Пример Примерович')
  })

  test('of the demo needs no variables and has valid control digits', () => {
    const { PAYEE, PAYEE_SIGNATORY } = readEnv({})
    const { name, taxNumber, taxReason, account, bank, bankCode, correspondentAccount } = PAYEE
    const settings = {
      PAYEE_SIGNATORY,
      PAYEE_NAME: name,
      PAYEE_INN: taxNumber,
      PAYEE_KPP: taxReason ?? '',
      PAYEE_ACCOUNT: account,
      PAYEE_BANK: bank,
      PAYEE_BIC: bankCode,
      PAYEE_CORRESPONDENT_ACCOUNT: correspondentAccount,
    }
    expect(readEnv({ DEMO: 'off', ...settings }).PAYEE).toEqual(PAYEE)
  })

  const digit = 'the control digit says that a digit is wrong'
  test.each([
    ['PAYEE_INN', '7799999011', `PAYEE_INN: ${digit}.`],
    ['PAYEE_INN', '77999990', 'PAYEE_INN: 10 or 12 digits.'],
    ['PAYEE_KPP', '7799', 'PAYEE_KPP: 9 digits.'],
    ['PAYEE_BIC', '04452599', 'PAYEE_BIC: 9 digits.'],
    ['PAYEE_ACCOUNT', '40703810300000000136', `PAYEE_ACCOUNT: ${digit}, here or in PAYEE_BIC.`],
    ['PAYEE_ACCOUNT', '4070381030000000013', 'PAYEE_ACCOUNT: 20 digits.'],
    [
      'PAYEE_CORRESPONDENT_ACCOUNT',
      '30101810845250000998',
      `PAYEE_CORRESPONDENT_ACCOUNT: ${digit}, here or in PAYEE_BIC.`,
    ],
    ['PAYEE_NAME', 'ООО «Школа|Примера»', 'PAYEE_NAME: one line, without «|».'],
    ['PAYEE_NAME', 'Щ'.repeat(50), 'PAYEE_NAME: with PAYEE_BANK 24 bytes too long for the code on bills.'],
  ])('%s cannot be %s', (name, value, message) => {
    const read = () => readEnv({ ...off, [name]: value })
    expect(read).toThrow(StartupError)
    expect(read).toThrow(message)
  })

  test('must be complete or absent, also in the demo', () => {
    const { PAYEE_BANK: _, ...partly } = payeeVariables
    const others = 'PAYEE_NAME, PAYEE_INN, PAYEE_ACCOUNT, PAYEE_BIC, PAYEE_CORRESPONDENT_ACCOUNT, PAYEE_SIGNATORY'
    for (const DEMO of ['on', 'off']) {
      expect(() => readEnv({ DEMO, ...partly })).toThrow(`PAYEE_BANK: needed on bills, with ${others}.`)
    }
  })

  test('is required outside the demo', () => {
    expect(() => readEnv({ DEMO: 'off' })).toThrow(/^PAYEE_NAME: needed on bills, with PAYEE_INN, PAYEE_ACCOUNT, .+\.$/)
    expect(() => readEnv({ OIDC_ISSUER: 'https://id.school.example' })).toThrow(/^PAYEE_NAME: needed on bills/)
  })
})
