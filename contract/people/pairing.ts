import { z } from 'zod'
import { call } from '#contract/call.ts'
import { pairingCodeStates, pairingKinds, pairingObstacles } from '#contract/enumerations.ts'
import { loginReason } from '#contract/forms.ts'
import { iso, uuid } from '#contract/schemas.ts'
import { givenRights } from './account-control.ts'
import { guardianPresets, guardianRights } from './guardian-rights.ts'
import { pairingCodeLength, pairingCodeLetters } from './pairing-code.ts'

/**
 * A code makes its user a guardian of a child, with the rights of a preset, or links the user's account with the child's own
 * records.
 */

/** For a guardian: the preset of the rights. For the child's own account: none. */
const offered = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('guardian'), preset: z.enum(guardianPresets) }),
  z.strictObject({ kind: z.literal('student') }),
])
export type PairingOffer = z.infer<typeof offered>

const pairingCode = z.object({
  id: uuid,
  kind: z.enum(pairingKinds),
  /** Null for the child's own account. */
  preset: z.enum(guardianPresets).nullable(),
  state: z.enum(pairingCodeStates),
  /** Null for a person who is not known any more. */
  madeBy: z.string().nullable(),
  isBySchool: z.boolean(),
  madeAt: iso,
  expiresAt: iso,
  usedBy: z.string().nullable(),
  usedAt: iso.nullable(),
})
export type PairingCode = z.infer<typeof pairingCode>

/** The code is in this answer only: its hash is stored. */
const madeCode = z.object({ code: z.string().meta({ description: 'shown once' }), expiresAt: iso })

const byOwner = { added: true, access: { who: 'signed-in' }, duringImpersonation: 'refused' } as const
const own = { added: true, access: { who: 'group', groups: ['parent'] } } as const

export const listGuardians = call('GET /v1/profile/guardian/list', {
  ...own,
  summary:
    'The guardians and the codes of each child for whom the person has all rights, or may set the rights of others as the holder of a contract',
  answer: z.array(
    z.object({
      studentUuid: uuid,
      guardians: z.array(
        z.object({
          id: uuid,
          firstName: z.string(),
          lastName: z.string(),
          patronym: z.string().nullable(),
          rights: givenRights,
          isSelf: z.boolean(),
          /** The rights that the person may give to this guardian, or take; none where the school does not allow it. */
          changeable: z.array(z.enum(guardianRights)),
          /** The school itself has set the rights. */
          isSetBySchool: z.boolean(),
        }),
      ),
      /** Whether the person holds a contract of the child and may set rights of others by it. */
      isHolder: z.boolean(),
      /** Whether the person has all rights, which codes need. */
      canMakeCodes: z.boolean(),
      /** The newest first. */
      codes: z.array(pairingCode),
    }),
  ),
})
export type ChildGuardians = z.infer<typeof listGuardians.answer>[number]

export const setGuardianRights = call('POST /v1/profile/guardian-rights', {
  ...own,
  summary:
    'Sets what another guardian may do for a child, as the holder of a contract of the child; acts at once, and the guardian is notified',
  audited: 'roles.guardian-rights',
  freshTwoFactor: true,
  body: z.strictObject({ studentUuid: uuid, guardianId: uuid, rights: givenRights }),
})

export const makePairingCode = call('POST /v1/profile/pairing-code', {
  ...own,
  summary: 'Makes a code for a second guardian or for the child’s own account; the other guardians are notified',
  audited: 'roles.code-made',
  freshTwoFactor: true,
  body: z.strictObject({ studentUuid: uuid, offer: offered }),
  answer: madeCode,
})

export const revokePairingCode = call('DELETE /v1/profile/pairing-code/{id}', {
  ...own,
  summary: 'Makes an open code of a child stop working',
  audited: 'roles.code-revoked',
  params: z.object({ id: uuid }),
})

const entered = z.strictObject({
  code: z.string().regex(new RegExp(`^[${pairingCodeLetters}]{${pairingCodeLength}}$`), 'not-a-code'),
})

export const lookAtPairing = call('POST /v1/profile/pairing/preview', {
  ...byOwner,
  summary:
    'Whose code it is and what it gives; a wrong one is 422 with `triesLeft`, after five in a day the code is locked',
  audited: 'roles.paired',
  body: entered,
  answer: z.object({
    /** Why the code does not work for this person. */
    obstacle: z.enum(pairingObstacles).nullable(),
    /** Null with an obstacle: nothing of the child is shown. */
    offer: z
      .object({
        kind: z.enum(pairingKinds),
        preset: z.enum(guardianPresets).nullable(),
        child: z.object({ firstName: z.string(), lastName: z.string() }),
        madeBy: z.string().nullable(),
        isBySchool: z.boolean(),
      })
      .nullable(),
  }),
})
export type PairingPreview = z.infer<typeof lookAtPairing.answer>

export const pair = call('POST /v1/profile/pairing', {
  ...byOwner,
  summary: 'Uses a code, which works once; the same person may repeat it',
  audited: 'roles.paired',
  freshTwoFactor: 'if-available',
  body: entered,
})

const ofUser = { added: true, access: { who: 'check', check: 'admin' } } as const

export const listUserPairingCodes = call('GET /v1/admin/user/{id}/pairing-code/list', {
  ...ofUser,
  summary: 'The codes of a child, the newest first',
  params: z.object({ id: uuid }),
  answer: z.array(pairingCode),
})

export const makeUserPairingCode = call('POST /v1/admin/user/{id}/pairing-code', {
  ...ofUser,
  summary: 'Makes a code for a guardian of this child or for the child’s own account; the guardians are notified',
  audited: 'roles.code-made',
  freshTwoFactor: 'if-available',
  params: z.object({ id: uuid }),
  body: z.strictObject({ offer: offered, reason: loginReason }),
  answer: madeCode,
})

export const revokeUserPairingCode = call('DELETE /v1/admin/user/{id}/pairing-code/{codeId}', {
  ...ofUser,
  summary: 'Makes an open code of this child stop working',
  audited: 'roles.code-revoked',
  params: z.object({ id: uuid, codeId: uuid }),
})
