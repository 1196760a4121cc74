import * as z from 'zod/mini'
import { isAccountAt } from './billing/bank-account.ts'
import { isBlank } from './input-formats.ts'
import {
  absenceCommentLength,
  correctionLength,
  documentNumberLength,
  emailLength,
  nameLength,
  newsLength,
  passwordLength,
  reasonLength,
  ticketNumberLength,
  urlLength,
} from './limits.ts'
import { canonicalEmail, emailPattern, parsePhone, phonePattern } from './people/contacts.ts'
import { guardianPresets } from './people/guardian-rights.ts'
import { namePattern, normalizeName } from './people/names.ts'
import { parsePairingCode } from './people/pairing-code.ts'

/**
 * Schemas of what people type, shared by the forms of the browser and the calls of the contract. Written in `zod/mini`,
 * which is a quarter of the weight of `zod`; messages are codes, for which each form has a text.
 */

/** One of the names of a person, in its stored form. */
export const personName = z
  .string()
  .check(
    z.overwrite(normalizeName),
    z.minLength(1, 'required'),
    z.maxLength(nameLength, 'too-long'),
    z.regex(namePattern, 'not-a-name'),
  )

/** May be empty: a patronym, or the last name of a person with one name. */
export const optionalName = z
  .string()
  .check(z.overwrite(normalizeName), z.maxLength(nameLength, 'too-long'), z.regex(namePattern, 'not-a-name'))

/** The value is in the notation that is stored. */
export const email = z.email({ pattern: emailPattern, error: 'not-an-email' }).check(
  z.overwrite((text) => canonicalEmail(text) ?? text),
  z.refine((text) => !emailPattern.test(text) || canonicalEmail(text) !== null, 'not-an-email'),
  z.maxLength(emailLength, 'too-long'),
)

/** E.164 */
export const phone = z.string().check(z.regex(phonePattern, 'not-a-phone'))

/** A number in any notation; the message of a fault is a `PhoneFault`. */
export const typedPhone = z.pipe(
  z.string(),
  z.transform((text: string, { issues }) => {
    const read = parsePhone(text)
    if ('phone' in read) return read.phone
    issues.push({ code: 'custom', message: read.fault, input: text })
    return z.NEVER
  }),
)

/** The server also refuses common passwords. */
export const newPassword = z
  .string()
  .check(z.minLength(passwordLength.min, 'too-short'), z.maxLength(passwordLength.max, 'too-long'))

/** Reason for an impersonation. */
export const loginReason = z
  .string()
  .check(z.trim(), z.minLength(reasonLength.min, 'too-short'), z.maxLength(reasonLength.max, 'too-long'))

/** What is wrong in personal data, or what is right. */
export const correctionText = z
  .string()
  .check(z.trim(), z.minLength(1, 'required'), z.maxLength(correctionLength, 'too-long'))

export const correctionForm = z.object({
  subjectId: z.string().check(z.minLength(1, 'required')),
  wrong: correctionText,
  right: correctionText,
})

/** Tax number (ИНН) of a person. The server also verifies the check digits. */
export const taxNumber = z.string().check(z.regex(/^\d{12}$/, 'wrong-format'))

export const namesForm = z.object({ lastName: optionalName, firstName: personName, patronym: optionalName })

export const changePasswordForm = z.object({
  currentPassword: z.string().check(z.minLength(1, 'required')),
  newPassword,
})

export const setPasswordForm = z.object({ currentPassword: z.string(), newPassword })

/** The ticket that an impersonation is for; empty without one. */
export const ticketReference = z.string().check(z.trim(), z.maxLength(ticketNumberLength, 'too-long'))

export const loginReasonForm = z.object({ reason: loginReason })

export const loginAsForm = z.object({ reason: loginReason, ticketNumber: ticketReference })

/** Roubles, `1500,50`. */
export const roubles = z.string().check(
  z.overwrite((text) => text.replaceAll(/[\s\u00A0₽]/g, '')),
  z.regex(/^\d{1,9}([.,]\d{1,2})?$/, 'wrong-format'),
)

export const refundForm = z.object({ amount: roubles, reason: loginReason })

/** `role` is the change and the role: `give:teacher`. */
export const roleChangeForm = z.object({
  role: z.string().check(z.minLength(1, 'required')),
  reason: loginReason,
})

/** An account to which the school returns money. */
export const bankDetailsForm = z
  .object({
    recipient: personName,
    account: z.string().check(z.overwrite(withoutSpaces), z.regex(/^\d{20}$/, 'wrong-format')),
    bankCode: z.string().check(z.overwrite(withoutSpaces), z.regex(/^\d{9}$/, 'wrong-format')),
  })
  .check(
    z.refine(({ bankCode, account }) => isAccountAt(bankCode, account), { path: ['account'], error: 'wrong-digit' }),
  )

/** The payment order of the bank by which the school has returned money. */
export const settlementForm = z.object({
  documentNumber: z.string().check(z.trim(), z.minLength(1, 'required'), z.maxLength(documentNumberLength, 'too-long')),
})

const datedActions = ['note-paper', 'freeze', 'move', 'split', 'mark-paid']
const summedActions = ['end', 'split', 'mark-paid']

/** What the staff does with a contract or a payment. All fields are text; which ones count depends on the action. */
export const contractActionForm = z
  .object({
    action: z.string().check(z.minLength(1, 'required')),
    day: z.string(),
    amount: z.string().check(z.overwrite((text) => text.replaceAll(/[\s\u00A0₽]/g, ''))),
    documentNumber: z.string().check(z.trim(), z.maxLength(documentNumberLength, 'too-long')),
  })
  .check(
    z.refine(({ action, day }) => !datedActions.includes(action) || day !== '', { path: ['day'], error: 'required' }),
    z.refine(({ action, amount }) => !summedActions.includes(action) || roubles.safeParse(amount).success, {
      path: ['amount'],
      error: 'wrong-format',
    }),
    z.refine(({ action, documentNumber }) => action !== 'mark-paid' || documentNumber !== '', {
      path: ['documentNumber'],
      error: 'required',
    }),
  )

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}

export const personalDetailsForm = z.object({
  taxNumber: z.pipe(z.string().check(z.overwrite((text) => text.replaceAll(/[\s-]/g, ''))), taxNumber),
  bornOn: z.string().check(z.minLength(1, 'required')),
})

/** All fields are text; `startsOn` and `endsOn` count for several days only. The server checks the days. */
export const absenceForm = z
  .object({
    student: z.string(),
    period: z.string(),
    startsOn: z.string(),
    endsOn: z.string(),
    reason: z.string().check(z.minLength(1, 'required')),
    comment: z.string().check(z.maxLength(absenceCommentLength, 'too-long')),
  })
  .check(
    requiredIf('startsOn', ({ period }) => period === 'days'),
    requiredIf('endsOn', ({ period }) => period === 'days'),
    requiredIf('comment', ({ reason }) => reason === 'other'),
    z.refine(({ period, startsOn, endsOn }) => period !== 'days' || endsOn === '' || startsOn <= endsOn, {
      path: ['endsOn'],
      error: 'too-small',
    }),
  )

function requiredIf<Name extends string>(
  name: Name,
  isNeeded: (values: { period: string; reason: string }) => boolean,
) {
  return z.refine<Record<Name | 'period' | 'reason', string>>(
    (values) => !isNeeded(values) || values[name].trim() !== '',
    { path: [name], error: 'required' },
  )
}

/** A new email or phone, in the form in which the calls take it; the present value is refused. */
export function contactForm(channel: 'email' | 'phone', present: string | null) {
  const isNew = z.refine<string>((value) => value.toLowerCase() !== present?.toLowerCase(), 'same')
  const contact =
    channel === 'email'
      ? z.pipe(z.string().check(z.trim()), email.check(isNew))
      : z.pipe(typedPhone, phone.check(isNew))
  return z.object({ contact })
}

const pairingOffer = z.enum([...guardianPresets, 'student'])

/** Whom a new pairing code is for: a guardian with a preset, or the child. */
export const pairingOfferForm = z.object({ offer: pairingOffer })

/** The same by the school, which gives a reason. */
export const userPairingForm = z.object({ offer: pairingOffer, reason: loginReason })

/** A pairing code, in the form in which the calls take it. */
export const pairingCodeForm = z.object({
  code: z.pipe(
    z.string(),
    z.transform((text: string, { issues }) => {
      const code = parsePairingCode(text)
      if (code !== null) return code
      issues.push({ code: 'custom', message: 'not-a-code', input: text })
      return z.NEVER
    }),
  ),
})

/** The email or phone of another own account, in the form in which the calls take it. */
export const joinContactForm = z.object({
  contact: z.pipe(
    z.string().check(z.trim()),
    z.transform((text: string, { issues }) => {
      const read = text.includes('@') ? { email: canonicalEmail(text) } : parsePhone(text)
      if ('phone' in read) return read.phone
      if ('email' in read && read.email !== null) return read.email
      issues.push({ code: 'custom', message: 'fault' in read ? read.fault : 'not-an-email', input: text })
      return z.NEVER
    }),
  ),
})

/** The name of a program and the code of the system whose ids it uses; both are written into records. */
const programName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'required'),
    z.maxLength(nameLength, 'too-long'),
    z.regex(/^[\w .-]*$/, 'wrong-format'),
  )

/** What is chosen in a list, as the text of one field: separated by spaces. */
const choices = z.string().check(z.minLength(1, 'required'))

export const serviceAccountForm = z.object({
  name: programName,
  source: z.string().check(z.trim(), z.maxLength(nameLength, 'too-long'), z.regex(/^[\w .-]*$/, 'wrong-format')),
  /** Empty: never. */
  expiresOn: z.string(),
  scopes: choices,
})

export const webhookEventsForm = z.object({ events: choices })

/** The server also checks the address. */
export const webhookForm = z.extend(webhookEventsForm, {
  url: z.url('not-an-address').check(z.trim(), z.maxLength(urlLength, 'too-long')),
})

export const newsTitle = z
  .string()
  .check(z.trim(), z.minLength(1, 'required'), z.maxLength(newsLength.title, 'too-long'))

/** HTML of the editor. */
const newsText = z.string().check(
  z.maxLength(newsLength.text, 'too-long'),
  z.refine<string>((html) => !isBlank(html), 'required'),
)

/** All fields are text: `audience` is a kind, `audienceId` its role group, territory, course or study group. */
export const newsForm = z
  .object({
    title: newsTitle,
    text: newsText,
    audience: z.string(),
    audienceId: z.string(),
    /** `now` or `later`; the time counts for the second. */
    when: z.string(),
    publishAt: z.string(),
    /** `yes`: sent by email at once. */
    important: z.string(),
    /** `yes`: only people who have consented to marketing are notified. */
    advertising: z.string(),
    /** The version that was opened, so that restored text is not saved over another change; empty for a new item. */
    version: z.string(),
  })
  .check(
    z.refine(({ audience, audienceId }) => audience === 'everyone' || audienceId !== '', {
      path: ['audienceId'],
      error: 'required',
    }),
    z.refine(({ when, publishAt }) => when !== 'later' || publishAt !== '', { path: ['publishAt'], error: 'required' }),
  )
