import { isNotNull, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  index,
  jsonb,
  pgSchema,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, instant, oneOf } from './columns.ts'
import { users } from './people.ts'
import { knownDevices } from './ways-in.ts'

/** Signed-in browsers. The cookie's token is stored only as its hash (D-1). */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** Null while the administrator of this session is logged in as somebody else: no cookie opens it then. */
    tokenHash: text('token_hash').unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The `id_token_hint` of the provider's end-session endpoint. */
    idToken: text('id_token'),
    twoFactorLastCheck: instant('two_factor_last_check'),
    browser: text('browser'),
    system: text('system'),
    address: text('address'),
    knownDeviceId: uuid('known_device_id').references(() => knownDevices.id, { onDelete: 'set null' }),
    administratorId: uuid('administrator_id').references(() => users.id, { onDelete: 'cascade' }),
    administratorSessionId: uuid('administrator_session_id').references((): AnyPgColumn => sessions.id, {
      onDelete: 'cascade',
    }),
    impersonationReason: text('impersonation_reason'),
    impersonationUntil: instant('impersonation_until'),
  },
  (session) => [
    index('sessions_user_id').on(session.userId),
    index('sessions_expires_at').on(session.expiresAt),
    index('sessions_known_device_id').on(session.knownDeviceId),
    index('sessions_administrator_id').on(session.administratorId),
    index('sessions_administrator_session_id').on(session.administratorSessionId),
    check(
      'sessions_impersonation_is_whole',
      sql`num_nonnulls(${session.administratorId}, ${session.administratorSessionId}, ${session.impersonationReason}, ${session.impersonationUntil}) in (0, 4)`,
    ),
  ],
)

/** Why a browser is signed out although its cookie is there. */
export const sessionEnds = ['expired', 'signed-out', 'ended-elsewhere', 'password-changed'] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** What became of sessions that are over, for whoever comes back with the cookie of one; a day later it is forgotten. */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    reason: text('reason', { enum: sessionEnds }).notNull(),
    endedAt: instant('ended_at').notNull(),
  },
  (ended) => [
    index('ended_sessions_ended_at').on(ended.endedAt),
    oneOf('ended_sessions_reason', ended.reason, sessionEnds),
  ],
)

/** Sign-ins at a provider under way (D-2): what it must send back, and who must bring it. */
export const oidcAttempts = pgTable(
  'oidc_attempts',
  {
    stateHash: text('state_hash').primaryKey(),
    /** What is to come of it, and where. */
    purpose: text('purpose').notNull(),
    /** Of what only the one who began it has or is: the secret of a browser, a session, an interaction. */
    holderHash: text('holder_hash').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    kept: jsonb('kept').$type<Record<string, string>>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** The session that came of it: a reloaded result page is led on, not signed in again (D-3). */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
  },
  (attempt) => [
    index('oidc_attempts_expires_at').on(attempt.expiresAt),
    index('oidc_attempts_session_id').on(attempt.sessionId),
  ],
)

/** One-time sign-out links (D-4). */
export const logoutLinks = pgTable(
  'logout_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Null for a visitor whose session here has ended while the provider's may live on. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** Of the session cookie that asked for it: an impersonation that began meanwhile has taken its session. */
    cookieHash: text('cookie_hash'),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (link) => [index('logout_links_session_id').on(link.sessionId), index('logout_links_expires_at').on(link.expiresAt)],
)

/**
 * Who did what to whom, why, when and from where (D-37). Rows are added and never changed: the trigger
 * `audit_entries_stay` sees to it. They refer to nothing, so that they outlive the people they name.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: instant('at').notNull(),
    action: text('action').notNull(),
    actorId: uuid('actor_id'),
    subjectId: uuid('subject_id'),
    /** The command of the server that did it, where no person asked. */
    command: text('command'),
    reason: text('reason'),
    /** What exactly: a provider, a masked address, a file. */
    detail: text('detail'),
    address: text('address'),
    browser: text('browser'),
    system: text('system'),
    requestId: text('request_id'),
    /** What an impersonation's start and end have in common: the id of its session. */
    impersonationId: uuid('impersonation_id'),
    /** Why it did not come about. */
    problem: text('problem'),
  },
  (entry) => [
    // Read backwards: drizzle-kit writes a descending index with its nulls last, which the newest first would not use.
    index('audit_entries_at').on(entry.at, entry.id),
    index('audit_entries_kind').on(auditKindOf(entry.action), entry.at, entry.id),
    index('audit_entries_actor').on(entry.actorId, entry.at, entry.id),
    index('audit_entries_subject').on(entry.subjectId, entry.at, entry.id),
    index('audit_entries_refused').on(entry.at, entry.id).where(isNotNull(entry.problem)),
    index('audit_entries_reason').on(entry.at, entry.id).where(isNotNull(entry.reason)),
    index('audit_entries_impersonation_id').on(entry.impersonationId),
  ],
)

/** What stands before the dot of an action; as in the index, or the index is of no use. */
export function auditKindOf(action: AnyPgColumn) {
  return sql`split_part(${action}, '.', 1)`
}

/** External accounts a person has linked. */
export const linkedAccounts = pgTable(
  'linked_accounts',
  {
    id: id(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    externalSubject: text('external_subject').notNull(),
    login: text('login').notNull(),
    linkedAt: instant('linked_at').notNull(),
  },
  (account) => [
    unique('linked_accounts_provider_subject').on(account.provider, account.externalSubject),
    index('linked_accounts_user_id').on(account.userId),
  ],
)

/** The embedded provider's own tables: another program in all but process, so a schema of its own. */
export const identityProvider = pgSchema('identity_provider')

export const providerAccounts = identityProvider.table('accounts', {
  subject: text('subject').primaryKey(),
  /** Lower case. */
  login: text('login').notNull().unique(),
  name: text('name').notNull(),
  email: text('email'),
  /** Null for an account whose first password is not set yet. */
  passwordHash: text('password_hash'),
})

/** Codes for a new password: what was asked for, also where nobody is known by that name; a day later it is forgotten. */
export const recoveries = identityProvider.table(
  'recoveries',
  {
    id: uuid('id').primaryKey(),
    /** Of the sign-in in which the code can be entered: its cookie tells whose browser this is. */
    interaction: text('interaction').notNull(),
    /** What was typed, in the one form that counts. */
    name: text('name').notNull(),
    /** Where the code went; null where it went nowhere, which nobody is told. */
    target: text('target'),
    /** The network that asked. */
    address: text('address').notNull(),
    /** What the browser that asked is known by to whoever goes by the name; null of a stranger. */
    browser: text('browser'),
    codeHash: text('code_hash').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    triesLeft: smallint('tries_left').notNull(),
    /** When the right code was entered. */
    provedAt: instant('proved_at'),
    /** Whose password was then set, once. */
    subject: text('subject'),
  },
  (recovery) => [
    check('recoveries_tries_left', sql`${recovery.triesLeft} between 0 and 5`),
    check('recoveries_proved_before_used', sql`${recovery.subject} is null or ${recovery.provedAt} is not null`),
    index('recoveries_interaction').on(recovery.interaction, recovery.sentAt),
    index('recoveries_name').on(recovery.name, recovery.sentAt),
    index('recoveries_target').on(recovery.target, recovery.sentAt),
    index('recoveries_address').on(recovery.address, recovery.sentAt),
    index('recoveries_browser').on(recovery.browser, recovery.sentAt),
    index('recoveries_sent_at').on(recovery.sentAt),
  ],
)

/** What oidc-provider keeps: its sessions, interactions, grants, codes and tokens. */
export const providerPayloads = identityProvider.table(
  'payloads',
  {
    model: text('model').notNull(),
    id: text('id').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    grantId: text('grant_id'),
    uid: text('uid'),
    consumedAt: instant('consumed_at'),
    expiresAt: instant('expires_at'),
  },
  (row) => [
    primaryKey({ columns: [row.model, row.id] }),
    index('payloads_grant_id').on(row.grantId),
    index('payloads_uid').on(row.uid),
    index('payloads_expires_at').on(row.expiresAt),
  ],
)

/** Signing keys and secrets, made once. */
export const providerKeys = identityProvider.table('keys', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
})
