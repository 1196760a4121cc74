import { z } from 'zod'
import { call } from '#contract/call.ts'
import { signInMethodChanges } from '#contract/enumerations.ts'
import { iso } from '#contract/schemas.ts'

/** A changed sign-in method; `subject` contains what the recipient of the email may know. */
const change = z.object({
  kind: z.enum(signInMethodChanges),
  at: iso,
  subject: z.string().nullable().meta({ description: 'a provider, a masked address or a device' }),
})

const securityRevert = z.object({
  state: z.enum(['open', 'done', 'expired']),
  change,
  /** Reverted changes, the latest first; `isLost` if the previous value belongs to another user now. */
  reverted: z.array(change.extend({ isLost: z.boolean() })),
  /** Sign-in methods after the revert; null before it. */
  signInMethods: z.object({ hasPassword: z.boolean(), accounts: z.array(z.string()) }).nullable(),
})

const params = z.object({ secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/) })

export const getSecurityRevert = call('GET /v1/auth/not-me/{secret}', {
  summary: 'What the link of a message «it was not me» is about; opening it changes nothing',
  added: true,
  access: { who: 'anyone' },
  limit: 'sign-in',
  params,
  answer: securityRevert,
})

export const confirmSecurityRevert = call('POST /v1/auth/not-me/{secret}', {
  summary: 'It was not me: ends all sessions of the person and takes the change back with everything since, once',
  added: true,
  access: { who: 'anyone' },
  limit: 'sign-in',
  params,
  answer: securityRevert,
})
