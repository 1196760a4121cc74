import { z } from 'zod'
import type { Payee } from '#contract/enrolment/contracts.ts'
import { StartupError } from '#server/startup-error.ts'
import { isAccountAt, isCorrespondentAccount, isTaxNumber } from './check-digits.ts'
import { maxPurposeBytes } from './payment-qr-code.ts'

type School = { PAYEE: Payee; PAYEE_SIGNATORY: string }

/** An invented organisation and bank with valid check digits. */
export const demoPayee: School = {
  PAYEE_SIGNATORY: 'Орлова Светлана Юрьевна',
  PAYEE: {
    name: 'АНО «Школа на Соколе»',
    taxNumber: '7799999010',
    taxReason: '779901001',
    account: '40703810300000000135',
    bank: 'АО «Учебный банк»',
    bankCode: '044525999',
    correspondentAccount: '30101810845250000999',
  },
}

const text = z.string().regex(/^[^|\r\n]+$/, 'one line, without «|»')
const digits = (pattern: RegExp, words: string) => z.string().regex(pattern, words)

const variables = z.object({
  PAYEE_NAME: text,
  PAYEE_INN: digits(/^(\d{10}|\d{12})$/, '10 or 12 digits'),
  PAYEE_KPP: digits(/^\d{4}[\dA-Z]{2}\d{3}$/, '9 digits').optional(),
  PAYEE_ACCOUNT: digits(/^\d{20}$/, '20 digits'),
  PAYEE_BANK: text,
  PAYEE_BIC: digits(/^\d{9}$/, '9 digits'),
  PAYEE_CORRESPONDENT_ACCOUNT: digits(/^\d{20}$/, '20 digits'),
  PAYEE_SIGNATORY: text,
})
const names = Object.keys(variables.shape)

/**
 * The payee of bills and its signatory: all PAYEE_* variables or none (an entrepreneur has no KPP). Check digits are
 * verified at startup, because a payment to a wrong account is hard to reverse. Only the demo has defaults.
 */
export function readPayee(given: Record<string, string | undefined>, isDemo: boolean): School {
  if (isDemo && names.every((name) => given[name] === undefined)) return demoPayee
  const { data, error } = variables.safeParse(given)
  if (error) {
    const [{ path: [name] = [], message } = { message: '' }] = error.issues
    const isMissing = given[String(name)] === undefined
    throw new StartupError(`${String(name)}: ${isMissing ? `needed on bills, with ${others(String(name))}` : message}.`)
  }
  const wrong = wrongOf(data)
  if (wrong) throw new StartupError(wrong)
  return { PAYEE: payeeOf(data), PAYEE_SIGNATORY: data.PAYEE_SIGNATORY }
}

type Read = z.output<typeof variables>

function wrongOf(read: Read): string | undefined {
  const { PAYEE_INN, PAYEE_BIC, PAYEE_ACCOUNT, PAYEE_CORRESPONDENT_ACCOUNT } = read
  const digit = 'the control digit says that a digit is wrong'
  if (!isTaxNumber(PAYEE_INN)) return `PAYEE_INN: ${digit}.`
  if (!isAccountAt(PAYEE_BIC, PAYEE_ACCOUNT)) return `PAYEE_ACCOUNT: ${digit}, here or in PAYEE_BIC.`
  if (!isCorrespondentAccount(PAYEE_BIC, PAYEE_CORRESPONDENT_ACCOUNT))
    return `PAYEE_CORRESPONDENT_ACCOUNT: ${digit}, here or in PAYEE_BIC.`
  const missing = -maxPurposeBytes(payeeOf(read))
  if (missing > 0) return `PAYEE_NAME: with PAYEE_BANK ${missing} bytes too long for the code on bills.`
  return undefined
}

function payeeOf(read: Read): Payee {
  return {
    name: read.PAYEE_NAME,
    taxNumber: read.PAYEE_INN,
    taxReason: read.PAYEE_KPP ?? null,
    account: read.PAYEE_ACCOUNT,
    bank: read.PAYEE_BANK,
    bankCode: read.PAYEE_BIC,
    correspondentAccount: read.PAYEE_CORRESPONDENT_ACCOUNT,
  }
}

function others(name: string): string {
  return names.filter((other) => other !== name && other !== 'PAYEE_KPP').join(', ')
}
