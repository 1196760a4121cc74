import { z } from 'zod'
import { codeTarget, codeTargetWithCode } from '#contract/auth/account.ts'
import { call } from '#contract/call.ts'
import { joinedKinds, joinObstacles, ownJoinObstacles, userStatuses } from '#contract/enumerations.ts'
import { loginReason } from '#contract/forms.ts'
import { roles } from '#contract/roles.ts'
import { count, iso, uuid } from '#contract/schemas.ts'

/** Two accounts of one person become one. The kept account gets what belongs to the other, which stays as a way to sign in. */

const own = { added: true, access: { who: 'check', check: 'admin' }, params: z.object({ id: uuid }) } as const

const counts = z.array(z.object({ kind: z.enum(joinedKinds), count }))
export type JoinedCounts = z.infer<typeof counts>

const side = z.object({
  id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  patronym: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.enum(userStatuses),
  lastSignInAt: iso.nullable(),
  roles: z.array(z.enum(roles)),
})
export type JoinSide = z.infer<typeof side>

const joinedAccounts = z.object({
  /** The account that stays: the one of the school's records, otherwise that of the address or of the session. */
  kept: side,
  joined: side,
  /** What the kept account gets. */
  moves: counts,
  /** What the kept account has already: it stays with the joined account. With the obstacle `same-studies`, what forbids it. */
  stays: counts,
})
export type JoinedAccounts = z.infer<typeof joinedAccounts>

/** Why they cannot be joined. */
const preview = joinedAccounts.extend({ obstacle: z.enum(joinObstacles).nullable() })
export type JoinPreview = z.infer<typeof preview>

/** Of which account the name and the contacts stay. */
const choice = { nameOf: uuid, emailOf: uuid, phoneOf: uuid }

export const previewJoin = call('GET /v1/admin/user/{id}/join/preview', {
  ...own,
  summary: 'What joining this account and another one would move, or why they cannot be joined',
  query: z.object({ other: uuid }),
  answer: preview,
})

export const joinUsers = call('POST /v1/admin/user/{id}/join', {
  ...own,
  summary: 'Joins two accounts of one person; it can be undone for 30 days',
  audited: 'account.joined',
  freshTwoFactor: 'if-available',
  body: z.strictObject({
    otherId: uuid,
    /** As the preview named it. */
    keptId: uuid,
    ...choice,
    reason: loginReason,
  }),
})

export const undoJoin = call('POST /v1/admin/user/{id}/join/undo', {
  ...own,
  summary: 'Separates a joined account: it gets back what has moved and still belongs to the kept account',
  audited: 'account.separated',
  freshTwoFactor: 'if-available',
  body: z.strictObject({ reason: loginReason }),
  answer: z.object({
    returned: count,
    /** Rows that were deleted or given to another person since. */
    lost: count,
    /** Contacts that another account has now. */
    lostContacts: z.array(z.enum(['email', 'phone'])),
  }),
})

const byOwner = { added: true, access: { who: 'signed-in' }, duringImpersonation: 'refused' } as const

export const sendJoinCode = call('POST /v1/profile/join/send', {
  ...byOwner,
  summary: 'Sends a code to a contact of another own account; the answer is the same if no account has it',
  audited: 'code.sent',
  freshTwoFactor: true,
  body: codeTarget,
  answer: z.object({ noResendExpiresIn: count.meta({ description: 'seconds' }) }),
})

export const verifyJoinCode = call('POST /v1/profile/join/verify', {
  ...byOwner,
  summary: 'Checks the code, which proves the contact in this session; a wrong one is 422 with `triesLeft`',
  audited: 'code.checked',
  body: codeTargetWithCode,
  answer: z.object({ verified: z.literal(true) }),
})

const ownPreview = z.object({
  obstacle: z.enum(ownJoinObstacles).nullable(),
  /** Null with an obstacle: the data of the other account is not shown. */
  accounts: joinedAccounts.nullable(),
})
export type OwnJoinPreview = z.infer<typeof ownPreview>

export const previewOwnJoin = call('GET /v1/profile/join/preview', {
  ...byOwner,
  limit: 'change',
  summary:
    'What joining the own account and the proved one would move, or why that is not possible; 409 without a proof',
  answer: ownPreview,
})

export const joinOwnAccounts = call('POST /v1/profile/join', {
  ...byOwner,
  summary: 'Joins the own account and the proved one; this session goes on with the account that stays',
  audited: 'account.joined',
  freshTwoFactor: true,
  /** As the preview named them. */
  body: z.strictObject({ keptId: uuid, joinedId: uuid, ...choice }),
})
