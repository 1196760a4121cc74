import { z } from 'zod'
import { call } from '#contract/call.ts'
import { groupScopes, locales } from '#contract/enumerations.ts'
import { loginReason } from '#contract/forms.ts'
import { roleGroups, roles } from '#contract/roles.ts'
import { count, uuid } from '#contract/schemas.ts'
import type { GuardianRights } from './guardian-rights.ts'

/** What an administrator does with the account of a user, besides looking at it. */
const control = {
  added: true,
  access: { who: 'check', check: 'admin' },
  params: z.object({ id: uuid }),
} as const
const reason = z.strictObject({ reason: loginReason })

export const lockUser = call('POST /v1/admin/user/{id}/lock', {
  ...control,
  summary: 'Ends all sessions of the user and refuses sign-ins until the account is unlocked',
  audited: 'account.locked',
  freshTwoFactor: 'if-available',
  body: reason,
})

export const unlockUser = call('POST /v1/admin/user/{id}/unlock', {
  ...control,
  summary: 'Lets a locked user sign in again',
  audited: 'account.unlocked',
  freshTwoFactor: 'if-available',
  body: reason,
})

export const endUserSessions = call('POST /v1/admin/user/{id}/end-sessions', {
  ...control,
  summary: 'Ends all sessions of the user, who may sign in again',
  audited: 'account.signed-out',
  body: reason,
})

export const changeUserRole = call('POST /v1/admin/user/{id}/role', {
  ...control,
  summary: 'Gives a role, or takes one that the school has given',
  audited: 'roles.granted',
  freshTwoFactor: 'if-available',
  body: z.strictObject({ role: z.enum(roles), change: z.enum(['give', 'take']), reason: loginReason }),
})

/** What a guardian may do for a child, by right. */
export const givenRights = z.strictObject({
  seesLearning: z.boolean(),
  seesContracts: z.boolean(),
  pays: z.boolean(),
  enrols: z.boolean(),
  writes: z.boolean(),
  isNotified: z.boolean(),
}) satisfies z.ZodType<GuardianRights>

export const changeGuardianRights = call('POST /v1/admin/user/{id}/guardian-rights', {
  ...control,
  summary: 'Sets what a guardian may do for this child; acts at once, and the guardian is notified',
  audited: 'roles.guardian-rights',
  freshTwoFactor: 'if-available',
  body: z.strictObject({ guardianId: uuid, rights: givenRights, reason: loginReason }),
})

const pairOfChild = { ...control, params: z.object({ id: uuid, guardianId: uuid }) } as const

export const endGuardianship = call('POST /v1/admin/user/{id}/guardian/{guardianId}/end', {
  ...pairOfChild,
  summary:
    'Ends that a person is a guardian of this child; acts at once, the person is notified, and lists of the school do not make it again',
  audited: 'roles.guardian-rights',
  freshTwoFactor: 'if-available',
  body: reason,
})

export const restoreGuardianship = call('POST /v1/admin/user/{id}/guardian/{guardianId}/restore', {
  ...pairOfChild,
  summary: 'Makes a person a guardian of this child again, with the former rights; the person is notified',
  audited: 'roles.guardian-rights',
  freshTwoFactor: 'if-available',
  body: reason,
})

export const inviteUser = call('POST /v1/admin/user/{id}/invitation', {
  ...control,
  summary: 'Sends the user a one-time link to set a password; earlier links stop working',
  audited: 'invitation.sent',
})

export const withdrawInvitation = call('DELETE /v1/admin/user/{id}/invitation', {
  ...control,
  summary: 'Makes the link of the open invitation stop working',
  audited: 'invitation.revoked',
})

/** Everyone, the people of a role group, the people of study groups, or those of a role group in study groups. */
const invitedPeople = {
  group: z.enum(roleGroups).optional(),
  within: z.strictObject({ kind: z.enum(groupScopes), id: uuid }).optional(),
}
export type InvitedPeople = z.infer<typeof inviteAll.body>

export const previewInvitations = call('GET /v1/admin/invitation/preview', {
  summary: 'How many people `POST /v1/admin/invitation/queue` would invite now, and the message that they would get',
  added: true,
  access: control.access,
  query: z.object(invitedPeople),
  answer: z.object({
    people: count,
    /** Those who would be invited too, but hold a role that this administrator does not control. */
    notWeaker: count,
    /** Of `people` without an email: their link goes by SMS. */
    bySms: count,
    /** One for each language of these people, the most frequent first. The link in it does not work. */
    messages: z.array(z.object({ language: z.enum(locales), people: count, subject: z.string(), text: z.string() })),
  }),
})
export type InvitationPreview = z.infer<typeof previewInvitations.answer>

export const inviteAll = call('POST /v1/admin/invitation/queue', {
  summary:
    'Queues an invitation for everyone of the chosen people who has never been invited, has no password and has fewer rights',
  added: true,
  access: control.access,
  audited: 'invitation.queued',
  idempotent: true,
  body: z.strictObject(invitedPeople),
  answer: z.object({ queued: count }),
})
