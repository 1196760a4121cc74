import { bigint, boolean, index, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { wayInChanges } from '#contract/enumerations.ts'
import { id, instant, oneOf } from './columns.ts'
import { users } from './people.ts'

const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Browsers in which a person has signed in, each by the secret of its long-lived cookie, stored only as its hash. */
export const knownDevices = pgTable(
  'known_devices',
  {
    id: id(),
    userId: ofUser(),
    secretHash: text('secret_hash').notNull(),
    seenAt: instant('seen_at').notNull(),
    /** Its session was ended from elsewhere: whoever sits there has to say to the provider again who they are. */
    signInAnew: boolean('sign_in_anew').notNull().default(false),
  },
  (device) => [
    unique('known_devices_secret').on(device.secretHash, device.userId),
    index('known_devices_user_id').on(device.userId),
    index('known_devices_seen_at').on(device.seenAt),
  ],
)

/** Changes of the ways into an account that were told of by letter, with what takes each of them back. */
export const accountChanges = pgTable(
  'account_changes',
  {
    id: id(),
    /** In which order they were made: instants may be equal. */
    number: bigint('number', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    userId: ofUser(),
    kind: text('kind', { enum: wayInChanges }).notNull(),
    /** What is changed, and what was before, by kind: `WayInChange` of `server/identity/ways-in.ts`. */
    details: jsonb('details').$type<Record<string, string | null>>().notNull(),
    /** Of the letter's link. */
    secretHash: text('secret_hash').notNull().unique(),
    at: instant('at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    undoneAt: instant('undone_at'),
    /** The change whose link took this one back as well, since it came later; its own id where it was its own. */
    undoneById: uuid('undone_by_id'),
    /** What was before is somebody else's by now. */
    isLost: boolean('is_lost').notNull().default(false),
  },
  (change) => [
    index('account_changes_user_id').on(change.userId, change.number),
    index('account_changes_expires_at').on(change.expiresAt),
    oneOf('account_changes_kind', change.kind, wayInChanges),
  ],
)
