import { z } from 'zod'
import { isAccountAt } from '#contract/billing/bank-account.ts'
import type { Payee } from '#contract/enrolment/contracts.ts'
import { type Branch, branches } from '#contract/enumerations.ts'
import { isCorrespondentAccount, isTaxNumber } from '#server/payment-details/check-digits.ts'
import { maxPurposeBytes } from '#server/payment-details/payment-qr-code.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import type { TerminalText } from '#server/terminal/terminal-language.ts'

type Organisation = { PAYEE: Payee; PAYEE_SIGNATORY: string }

/** An invented organisation and bank with valid check digits. */
export const demoPayee: Organisation = {
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

const text = z.string().regex(/^[^|\r\n]+$/)
const digits = (pattern: RegExp) => z.string().regex(pattern)

export const payeeVariables = z.object({
  PAYEE_NAME: text,
  PAYEE_INN: digits(/^(\d{10}|\d{12})$/),
  PAYEE_KPP: digits(/^\d{4}[\dA-Z]{2}\d{3}$/).optional(),
  PAYEE_ACCOUNT: digits(/^\d{20}$/),
  PAYEE_BANK: text,
  PAYEE_BIC: digits(/^\d{9}$/),
  PAYEE_CORRESPONDENT_ACCOUNT: digits(/^\d{20}$/),
  PAYEE_SIGNATORY: text,
})
type PayeeVariable = keyof typeof payeeVariables.shape
const names = Object.keys(payeeVariables.shape) as PayeeVariable[]

const line = { ru: 'нужна одна строка без «|»', en: 'one line, without «|»' }
const nineDigits = { ru: 'нужно 9 цифр', en: '9 digits' }
const twentyDigits = { ru: 'нужно 20 цифр', en: '20 digits' }
const expected: Record<PayeeVariable, TerminalText> = {
  PAYEE_NAME: line,
  PAYEE_INN: { ru: 'нужно 10 или 12 цифр', en: '10 or 12 digits' },
  PAYEE_KPP: nineDigits,
  PAYEE_ACCOUNT: twentyDigits,
  PAYEE_BANK: line,
  PAYEE_BIC: nineDigits,
  PAYEE_CORRESPONDENT_ACCOUNT: twentyDigits,
  PAYEE_SIGNATORY: line,
}

/**
 * The payee of bills and its signatory: all PAYEE_* variables or none (an entrepreneur has no KPP). Check digits are
 * verified at startup, because a payment to a wrong account is hard to reverse. Only the demo has defaults.
 */
export function readPayee(given: Record<string, string | undefined>, isDemo: boolean): Organisation {
  if (isDemo && names.every((name) => given[name] === undefined)) return demoPayee
  const { data, error } = payeeVariables.safeParse(given)
  if (error) {
    const name = error.issues[0]?.path[0] as PayeeVariable
    const { ru, en } =
      given[name] === undefined
        ? { ru: `нужна для счетов вместе с ${others(name)}`, en: `needed on bills, with ${others(name)}` }
        : expected[name]
    throw new StartupError({ ru: `${name}: ${ru}.`, en: `${name}: ${en}.` })
  }
  const wrong = wrongOf(data)
  if (wrong) throw new StartupError(wrong)
  return { PAYEE: payeeOf(data), PAYEE_SIGNATORY: data.PAYEE_SIGNATORY }
}

/** Who takes the money of each branch: the payee of the variables, if the school file has no other one. */
export function payeesOfBranches(common: Payee, others: Partial<Record<Branch, Payee>> = {}): Record<Branch, Payee> {
  return Object.fromEntries(branches.map((branch) => [branch, others[branch] ?? common])) as Record<Branch, Payee>
}

type Read = z.output<typeof payeeVariables>

function wrongOf(read: Read): TerminalText | undefined {
  const { PAYEE_INN, PAYEE_BIC, PAYEE_ACCOUNT, PAYEE_CORRESPONDENT_ACCOUNT } = read
  if (!isTaxNumber(PAYEE_INN)) return wrongDigit('PAYEE_INN', { ru: '', en: '' })
  if (!isAccountAt(PAYEE_BIC, PAYEE_ACCOUNT)) return wrongDigit('PAYEE_ACCOUNT', orInBic)
  if (!isCorrespondentAccount(PAYEE_BIC, PAYEE_CORRESPONDENT_ACCOUNT))
    return wrongDigit('PAYEE_CORRESPONDENT_ACCOUNT', orInBic)
  const missing = -maxPurposeBytes(payeeOf(read))
  if (missing > 0)
    return {
      ru: `PAYEE_NAME: вместе с PAYEE_BANK на ${missing} байт длиннее, чем вмещает код на счёте.`,
      en: `PAYEE_NAME: with PAYEE_BANK ${missing} bytes too long for the code on bills.`,
    }
  return undefined
}

const orInBic = { ru: ' здесь или в PAYEE_BIC', en: ', here or in PAYEE_BIC' }

function wrongDigit(name: PayeeVariable, place: TerminalText): TerminalText {
  return {
    ru: `${name}: контрольная цифра не сходится, ошибка в цифрах${place.ru}.`,
    en: `${name}: the control digit says that a digit is wrong${place.en}.`,
  }
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

function others(name: PayeeVariable): string {
  return names.filter((other) => other !== name && other !== 'PAYEE_KPP').join(', ')
}
