import { z } from 'zod'
import { call } from '#contract/call.ts'
import { email, newPassword, phone } from '#contract/forms.ts'
import { codeLength, passwordLength } from '#contract/limits.ts'
import { parentOnlyFields } from '#contract/people/profile.ts'
import { count, device, iso, uuid } from '#contract/schemas.ts'

/** A one-time code. */
export const oneTimeCode = z.string().regex(new RegExp(`^\\d{${codeLength}}$`))
/** Where a code goes. */
export const codeTarget = z.union([z.strictObject({ phone }), z.strictObject({ email })])
export const codeTargetWithCode = z.union([
  z.strictObject({ phone, code: oneTimeCode }),
  z.strictObject({ email, code: oneTimeCode }),
])

export const listAccounts = call('GET /v1/profile/account/list', {
  summary: 'External accounts linked to this one',
  access: { who: 'signed-in' },
  answer: z.array(z.object({ id: uuid, provider: z.string(), login: z.string(), linkedAt: iso })),
})

export const getLinkAddress = call('GET /v1/profile/account/iam-oauth-url/{provider}', {
  summary: 'Where to go to link an account; comes back to /profile?section=accounts with `linked` or `linkError`',
  access: { who: 'signed-in' },
  limit: 'sign-in',
  freshTwoFactor: true,
  audited: 'account.linked',
  duringImpersonation: 'refused',
  params: z.object({ provider: z.string().max(64) }),
  answer: z.object({ url: z.string() }),
})

export const unlinkAccount = call('DELETE /v1/profile/account/{id}', {
  summary: 'Unlinks an external account',
  access: { who: 'signed-in' },
  audited: 'account.unlinked',
  freshTwoFactor: true,
  params: z.object({ id: uuid }),
})

export const sendVerification = call('POST /v1/profile/account/verification/send', {
  summary: 'Sends a code to a new phone or email (D-27), or to the present one, which everyone may verify (S5)',
  access: { who: 'signed-in' },
  audited: 'code.sent',
  sensitiveFields: { ...parentOnlyFields, ofOthers: true },
  body: codeTarget,
  answer: z.object({ noResendExpiresIn: count.meta({ description: 'seconds' }) }),
})

export const verifyAccount = call('POST /v1/profile/account/verification/verify', {
  summary: 'Checks the code; a wrong one is 422 with `triesLeft`',
  access: { who: 'signed-in' },
  audited: 'code.checked',
  body: codeTargetWithCode,
  answer: z.object({ verified: z.literal(true) }),
})

export const listSignInNames = call('GET /v1/profile/password/sign-in-names', {
  summary:
    'With what the person signs in by password, the most usual first; null where only the identity provider knows',
  added: true,
  access: { who: 'signed-in' },
  answer: z.object({
    names: z.array(z.object({ kind: z.enum(['email', 'phone', 'login']), value: z.string() })).nullable(),
  }),
})

export const setFirstPassword = call('POST /v1/profile/password/set-first', {
  summary: 'Sets the password of an account that has none',
  access: { who: 'signed-in' },
  audited: 'password.set',
  freshTwoFactor: true,
  body: z.strictObject({ password: newPassword }),
})

export const changePassword = call('PATCH /v1/profile/password/change', {
  summary: 'Changes the password and signs the other devices out',
  access: { who: 'signed-in' },
  audited: 'password.changed',
  freshTwoFactor: true,
  body: z.strictObject({ currentPassword: z.string().max(passwordLength.max), newPassword }),
})

export const sendTwoFactor = call('POST /v1/profile/two-factor/send', {
  summary: 'Sends a two-factor code to the phone, or the email when there is no phone (D-26)',
  access: { who: 'signed-in' },
  audited: 'code.sent',
  answer: z.object({
    noResendExpiresIn: count.meta({ description: 'seconds' }),
    channel: z.enum(['phone', 'email']),
    target: z.string().meta({ description: 'masked' }),
  }),
})

export const checkTwoFactor = call('POST /v1/profile/two-factor/check', {
  summary: 'Checks the two-factor code; a wrong one is 422 with `triesLeft`',
  access: { who: 'signed-in' },
  audited: 'code.checked',
  body: z.strictObject({ code: oneTimeCode }),
  answer: z.object({ twoFactorLastCheck: iso }),
})

export const listSessions = call('GET /v1/profile/session/list', {
  summary: 'The person’s signed-in devices',
  added: true,
  access: { who: 'signed-in' },
  answer: z.array(device.extend({ isCurrent: z.boolean() })),
})

export const endSession = call('DELETE /v1/profile/session/{id}', {
  summary: 'Signs one device out, or all `others`',
  added: true,
  access: { who: 'signed-in' },
  freshTwoFactor: 'if-available',
  params: z.object({ id: z.union([uuid, z.literal('others')]) }),
})
