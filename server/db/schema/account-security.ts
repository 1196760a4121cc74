import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { pairingKinds, signInMethodChanges } from '#contract/enumerations.ts'
import { guardianPresets } from '#contract/people/guardian-rights.ts'
import { id, instant, oneOfCheck } from './columns.ts'
import { users } from './people.ts'

const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Browsers in which a user has signed in, by the secret of a long-lived cookie, stored only as a hash. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: id(),
    userId: ofUser(),
    secretHash: text('secret_hash').notNull(),
    seenAt: instant('seen_at').notNull(),
    /** Its session was ended from another device: the provider must authenticate the user again. */
    requiresReauthentication: boolean('requires_reauthentication').notNull().default(false),
  },
  (device) => [
    unique('known_devices_secret').on(device.secretHash, device.userId),
    index('known_devices_user_id').on(device.userId),
    index('known_devices_seen_at').on(device.seenAt),
  ],
)

/** Changes of credentials about which the user was notified, with what is needed to revert them. */
export const accountChanges = pgTable(
  'account_changes',
  {
    id: id(),
    /** Order of the changes; instants may be equal. */
    number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    userId: ofUser(),
    kind: text('kind', { enum: signInMethodChanges }).notNull(),
    /** The change and the previous value by kind: see `server/auth/credentials/credential-changes.ts`. */
    details: jsonb('details').$type<Record<string, string | null>>().notNull(),
    /** Hash of the secret in the notification's link. */
    secretHash: text('secret_hash').notNull().unique(),
    at: instant('at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    undoneAt: instant('undone_at'),
    /** The change whose link also reverted this later one; its own id if its own link did. */
    undoneById: uuid('undone_by_id'),
    /** The previous value belongs to another account now. */
    isLost: boolean('is_lost').notNull().default(false),
  },
  (change) => [
    index('account_changes_user_id').on(change.userId, change.number),
    index('account_changes_expires_at').on(change.expiresAt),
    oneOfCheck('account_changes_kind', change.kind, signInMethodChanges),
  ],
)

/** One-time links with which a person without a password sets one. Queued ones have no link yet. */
export const invitations = pgTable(
  'invitations',
  {
    id: id(),
    userId: ofUser(),
    /** Who queued it, whose rights are checked again when it is sent. Null: a command, or sent at once. */
    invitedBy: uuid('invited_by').references(() => users.id, { onDelete: 'set null' }),
    tokenHash: text('token_hash').unique(),
    channel: text('channel', { enum: ['email', 'phone'] }),
    /** The address that the link was sent to. */
    target: text('target'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
    expiresAt: instant('expires_at'),
    usedAt: instant('used_at'),
    revokedAt: instant('revoked_at'),
  },
  (invitation) => [
    index('invitations_user_id').on(invitation.userId, invitation.createdAt),
    index('invitations_invited_by').on(invitation.invitedBy).where(sql`${invitation.invitedBy} is not null`),
    index('invitations_queued').on(invitation.createdAt, invitation.id).where(sql`${invitation.sentAt} is null`),
    // A user has at most one open invitation.
    uniqueIndex('invitations_open')
      .on(invitation.userId)
      .where(sql`${invitation.usedAt} is null and ${invitation.revokedAt} is null`),
    check(
      'invitations_sent_whole',
      sql`num_nonnulls(${invitation.tokenHash}, ${invitation.channel}, ${invitation.target}, ${invitation.sentAt}, ${invitation.expiresAt}) in (0, 5)`,
    ),
  ],
)

/** Codes that make their user a guardian of a child, or link the user's account with the child. */
export const pairingCodes = pgTable(
  'pairing_codes',
  {
    id: id(),
    childId: uuid('child_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: pairingKinds }).notNull(),
    /** What the new guardian may do; null for the child's own account. */
    preset: text('preset', { enum: guardianPresets }),
    /** HMAC of the code with a key of the servers: a plain hash of six letters can be brute-forced. */
    codeHash: text('code_hash').notNull().unique(),
    madeBy: uuid('made_by').references(() => users.id, { onDelete: 'set null' }),
    isBySchool: boolean('is_by_school').notNull(),
    madeAt: instant('made_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedBy: uuid('used_by').references(() => users.id, { onDelete: 'set null' }),
    usedAt: instant('used_at'),
    revokedAt: instant('revoked_at'),
  },
  (code) => [
    index('pairing_codes_child').on(code.childId, code.madeAt),
    index('pairing_codes_made_by').on(code.madeBy),
    index('pairing_codes_used_by').on(code.usedBy),
    oneOfCheck('pairing_codes_kind', code.kind, pairingKinds),
    oneOfCheck('pairing_codes_preset', code.preset, guardianPresets),
    check('pairing_codes_whole', sql`(${code.kind} = 'guardian') = (${code.preset} is not null)`),
  ],
)
