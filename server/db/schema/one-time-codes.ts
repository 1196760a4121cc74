import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instant, oneOfCheck } from './columns.ts'
import { sessions } from './identity.ts'
import { channels } from './notifications.ts'
import { users } from './people.ts'

export const codePurposes = ['two-factor', 'verification', 'join', 'signature', 'pairing'] as const
export type CodePurpose = (typeof codePurposes)[number]

const ofUser = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** The valid code of a person for a purpose; a new one replaces it. */
export const oneTimeCodes = pgTable(
  'one_time_codes',
  {
    userId: ofUser(),
    purpose: text('purpose', { enum: codePurposes }).notNull(),
    channel: text('channel', { enum: channels }).notNull(),
    /** Random per code, so that equal codes have different hashes. */
    id: uuid('id').notNull().unique(),
    target: text('target').notNull(),
    /** What alone the code confirms; null if that follows from the purpose. */
    subject: text('subject'),
    /** HMAC of the id and the code: a plain hash of six digits can be brute-forced. */
    codeHash: text('code_hash').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    triesLeft: smallint('tries_left').notNull(),
    usedAt: instant('used_at'),
  },
  (code) => [
    primaryKey({ columns: [code.userId, code.purpose, code.channel] }),
    check('one_time_codes_tries_left', sql`${code.triesLeft} between 0 and 5`),
    oneOfCheck('one_time_codes_purpose', code.purpose, codePurposes),
    oneOfCheck('one_time_codes_channel', code.channel, channels),
  ],
)

const codeEventKinds = ['sent', 'wrong'] as const

/** Events that the limits of one-time codes count; deleted after a day. */
export const codeEvents = pgTable(
  'code_events',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind', { enum: codeEventKinds }).notNull(),
    userId: ofUser(),
    purpose: text('purpose', { enum: codePurposes }).notNull(),
    target: text('target').notNull(),
    at: instant('at').notNull(),
  },
  (event) => [
    index('code_events_user_id').on(event.userId, event.kind, event.at),
    index('code_events_target').on(event.target, event.kind, event.at),
    index('code_events_at').on(event.at),
    oneOfCheck('code_events_kind', event.kind, codeEventKinds),
    oneOfCheck('code_events_purpose', event.purpose, codePurposes),
  ],
)

/** Locks after too many wrong codes. */
export const codeLocks = pgTable(
  'code_locks',
  {
    userId: ofUser(),
    purpose: text('purpose', { enum: codePurposes }).notNull(),
    until: instant('until').notNull(),
  },
  (lock) => [
    primaryKey({ columns: [lock.userId, lock.purpose] }),
    oneOfCheck('code_locks_purpose', lock.purpose, codePurposes),
  ],
)

/** Contacts that a session has verified and may save into the profile. */
export const verifiedContacts = pgTable(
  'verified_contacts',
  {
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    channel: text('channel', { enum: channels }).notNull(),
    target: text('target').notNull(),
    verifiedAt: instant('verified_at').notNull(),
  },
  (contact) => [
    primaryKey({ columns: [contact.sessionId, contact.channel] }),
    oneOfCheck('verified_contacts_channel', contact.channel, channels),
  ],
)

/** The contact of another own account that a session has proved with a code, to join the two. */
export const joinProofs = pgTable(
  'join_proofs',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    channel: text('channel', { enum: channels }).notNull(),
    target: text('target').notNull(),
    verifiedAt: instant('verified_at').notNull(),
  },
  (proof) => [oneOfCheck('join_proofs_channel', proof.channel, channels)],
)

/** Secrets of the servers, created once. */
export const serverKeys = pgTable('server_keys', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})
