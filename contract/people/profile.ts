import { z } from 'zod'
import { call } from '#contract/call.ts'
import { email, optionalName, personName, phone } from '#contract/forms.ts'
import { avatarFile } from '#contract/limits.ts'
import { child, iso, person } from '#contract/schemas.ts'
import { guardianRights } from './guardian-rights.ts'

export const profile = person.extend({
  crmUuid: z.string().nullable(),
  grade: z.int().nullable(),
  isLoggedAs: z.boolean(),
  twoFactorLastCheck: iso.nullable(),
  hasPassword: z.boolean(),
  /** The administrator and the end of the impersonation while `isLoggedAs`; otherwise null. */
  impersonation: z.object({ by: z.string(), until: iso }).nullable(),
  /** Contacts that were not verified by a code; absent if there are none. */
  unverified: z.array(z.enum(['email', 'phone'])).optional(),
  /** Of a guardian: another value after every change of the rights for the children. */
  rightsMark: z.string().optional(),
  /** Where the school asks for consents: whether the person has given that to the counters, and whether any question is open. */
  consents: z.object({ counters: z.boolean(), areAsked: z.boolean() }).optional(),
})
export type Profile = z.infer<typeof profile>

export const getProfile = call('GET /v1/profile', {
  summary: 'The current user; the impersonated one while an administrator is logged in as a user (D-13)',
  access: { who: 'signed-in' },
  answer: profile,
})

/** Only parents may change these. */
export const parentOnlyFields = { names: ['email', 'phone'], group: 'parent' } as const

export const changeProfile = call('PATCH /v1/profile', {
  summary:
    'Names and avatar; email and phone from the parent group only, and only values verified in this session (D-9, D-27)',
  access: { who: 'signed-in' },
  sensitiveFields: parentOnlyFields,
  body: z.strictObject({
    firstName: z.optional(personName),
    lastName: z.optional(optionalName),
    patronym: z.nullish(personName),
    avatar: z.string().max(2048).nullable().optional(),
    email: z.optional(email),
    phone: z.optional(phone),
  }),
  answer: profile,
})

export const uploadAvatar = call('POST /v1/storage/avatar', {
  summary: 'Stores a picture as a square WebP; the url is then saved with PATCH profile (D-24)',
  access: { who: 'signed-in' },
  limit: 'upload',
  rawBody: { mediaTypes: avatarFile.mediaTypes, maxBytes: avatarFile.maxBytes },
  headers: z.object({ 'x-file-extension': z.string().regex(/^[a-z0-9]{1,8}$/) }),
  answer: z.object({ url: z.string() }),
})

export const listChildren = call('GET /v1/profile/children', {
  summary: 'The children of the person’s family; empty for everyone who has none',
  access: { who: 'signed-in' },
  answer: z.array(
    child.extend({
      /** Has an account of their own that is not locked. */
      canSignIn: z.boolean(),
      /** Rights for this child that the school has not given; null if there are none. */
      withheld: z.array(z.enum(guardianRights)).nullish(),
    }),
  ),
})
export type FamilyChild = z.infer<typeof listChildren.answer>[number]
