import { z } from 'zod'
import { call } from '#contract/call.ts'
import { joinedKinds, joinObstacles, userStatuses } from '#contract/enumerations.ts'
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

const preview = z.object({
  /** The account that stays: the one of the school's records, otherwise that of the address. */
  kept: side,
  joined: side,
  /** Why they cannot be joined. */
  obstacle: z.enum(joinObstacles).nullable(),
  /** What the kept account gets. */
  moves: counts,
  /** What the kept account has already: it stays with the joined account. With the obstacle `same-studies`, what forbids it. */
  stays: counts,
})
export type JoinPreview = z.infer<typeof preview>

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
    /** Of which account the name and the contacts stay. */
    nameOf: uuid,
    emailOf: uuid,
    phoneOf: uuid,
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
