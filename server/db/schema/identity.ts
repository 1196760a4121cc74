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
import { knownDevices } from './account-security.ts'
import { id, instant, oneOfCheck, transactionId } from './columns.ts'
import { users } from './people.ts'

/** Identity providers that the server has signed people in with. The one used last is the current one. */
export const signInIssuers = pgTable('sign_in_issuers', {
  /** `signInIssuer` of `server/auth/oidc/issuer.ts`. */
  issuer: text('issuer').primaryKey(),
  usedSince: instant('used_since').notNull(),
})

/** Signed-in browsers. The cookie's token is stored only as a hash. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    /** Null while an administrator impersonates through this session, so no cookie matches it. */
    tokenHash: text('token_hash').unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** The issuer that the person signed in with, as in `users.issuer`; null for impersonations. */
    issuer: text('issuer'),
    /** The `id_token_hint` of the provider's end-session endpoint. */
    idToken: text('id_token'),
    /** `sid` of the ID token, by which the provider ends the session (OpenID Connect Back-Channel Logout). */
    providerSessionId: text('provider_session_id'),
    /** When the provider was last asked whether its session is still open, the sign-in included. */
    providerAskedAt: instant('provider_asked_at'),
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
    index('sessions_provider_session_id').on(session.providerSessionId),
    check(
      'sessions_impersonation_is_whole',
      sql`num_nonnulls(${session.administratorId}, ${session.administratorSessionId}, ${session.impersonationReason}, ${session.impersonationUntil}) in (0, 4)`,
    ),
  ],
)

/** The last transaction in which a person has written, where replicas are read (decision 109). */
export const lastWrites = pgTable('last_writes', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  transactionId: transactionId('transaction_id').notNull(),
  writtenAt: instant('written_at').notNull(),
})

/** Why a session ended, for the browser that still has its cookie. */
export const sessionEnds = [
  'expired',
  'signed-out',
  'ended-elsewhere',
  'ended-by-school',
  'password-changed',
  'ended-at-provider',
  'other-person-at-provider',
] as const
export type SessionEnd = (typeof sessionEnds)[number]

/** Reasons of ended sessions, shown when their cookie returns; deleted after a day. */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    reason: text('reason', { enum: sessionEnds }).notNull(),
    endedAt: instant('ended_at').notNull(),
  },
  (ended) => [
    index('ended_sessions_ended_at').on(ended.endedAt),
    oneOfCheck('ended_sessions_reason', ended.reason, sessionEnds),
  ],
)

/** Logout tokens of providers that were accepted: each works once. Deleted when it has expired. */
export const usedLogoutTokens = pgTable(
  'used_logout_tokens',
  {
    /** Hash of the issuer and its `jti`. */
    tokenHash: text('token_hash').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (token) => [index('used_logout_tokens_expires_at').on(token.expiresAt)],
)

/** Pending sign-ins at a provider: the expected response and the browser it must come from. */
export const oidcAttempts = pgTable(
  'oidc_attempts',
  {
    stateHash: text('state_hash').primaryKey(),
    /** The purpose of the sign-in and the return path. */
    purpose: text('purpose').notNull(),
    /** Hash of a secret that only the initiator has: of a browser, a session or an interaction. */
    holderHash: text('holder_hash').notNull(),
    nonce: text('nonce').notNull(),
    codeVerifier: text('code_verifier').notNull(),
    payload: jsonb('payload').$type<Record<string, string>>().notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** The resulting session: a reloaded result page is redirected and not signed in again. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'set null' }),
  },
  (attempt) => [
    index('oidc_attempts_expires_at').on(attempt.expiresAt),
    index('oidc_attempts_session_id').on(attempt.sessionId),
  ],
)

/** Values of the provider's claims that give no role, for the panel; deleted after 30 days. */
export const unmappedRoles = pgTable(
  'unmapped_roles',
  {
    claim: text('claim').notNull(),
    /** Empty: the claim was missing. */
    value: text('value').notNull(),
    /** The last sign-in with it. */
    lastAt: instant('last_at').notNull(),
  },
  (unmapped) => [
    primaryKey({ columns: [unmapped.claim, unmapped.value] }),
    index('unmapped_roles_last_at').on(unmapped.lastAt),
  ],
)

/** One-time sign-out links. */
export const logoutLinks = pgTable(
  'logout_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    /** Null for a visitor whose session here has ended while the provider's may exist. */
    sessionId: uuid('session_id').references(() => sessions.id, { onDelete: 'cascade' }),
    /** Hash of the session cookie that requested it, because an impersonation may have taken over the session since. */
    cookieHash: text('cookie_hash'),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (link) => [index('logout_links_session_id').on(link.sessionId), index('logout_links_expires_at').on(link.expiresAt)],
)

/**
 * The audit log: actor, action, subject, reason, time and origin. Rows are never changed (trigger
 * `audit_entries_stay`), and only old rejections of visitors are deleted (`audit_entries_retention`). They have no foreign
 * keys, so they outlive the people they name. Stored by school year of `at`.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: id(),
    at: instant('at').notNull(),
    action: text('action').notNull(),
    actorId: uuid('actor_id'),
    subjectId: uuid('subject_id'),
    /** The server command, for actions without a user. */
    command: text('command'),
    reason: text('reason'),
    /** Details: a provider, a masked address, a file. */
    detail: text('detail'),
    address: text('address'),
    browser: text('browser'),
    system: text('system'),
    requestId: text('request_id'),
    /** The session id shared by the start and the end of an impersonation. */
    impersonationId: uuid('impersonation_id'),
    /** The problem type of a failed action. */
    problem: text('problem'),
  },
  (entry) => [
    // Read backwards: drizzle-kit creates descending indexes with nulls last, which the query could not use.
    index('audit_entries_at').on(entry.at, entry.id),
    index('audit_entries_kind').on(auditKindOf(entry.action), entry.at, entry.id),
    index('audit_entries_actor').on(entry.actorId, entry.at, entry.id),
    index('audit_entries_subject').on(entry.subjectId, entry.at, entry.id),
    index('audit_entries_refused').on(entry.at, entry.id).where(isNotNull(entry.problem)),
    index('audit_entries_reason').on(entry.at, entry.id).where(isNotNull(entry.reason)),
    index('audit_entries_impersonation_id').on(entry.impersonationId),
  ],
)

/** The part of an action before the dot. It must equal the expression of the index. */
export function auditKindOf(action: AnyPgColumn) {
  return sql`split_part(${action}, '.', 1)`
}

/** Linked external accounts. */
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

/** Tables of the embedded provider, in a schema of their own because it is a separate program in the same process. */
export const identityProvider = pgSchema('identity_provider')

export const providerAccounts = identityProvider.table('accounts', {
  subject: text('subject').primaryKey(),
  /** Lower case. */
  login: text('login').notNull().unique(),
  name: text('name').notNull(),
  email: text('email'),
  /** Null until the first password is set. */
  passwordHash: text('password_hash'),
})

/** Password recovery codes, also requests for unknown accounts; deleted after a day. */
export const recoveries = identityProvider.table(
  'recoveries',
  {
    id: uuid('id').primaryKey(),
    /** The sign-in interaction in which the code can be entered; its cookie identifies the browser. */
    interaction: text('interaction').notNull(),
    /** The normalised login. */
    name: text('name').notNull(),
    /** The address of the code; null if none was sent, which is not disclosed. */
    target: text('target'),
    /** The network of the request. */
    address: text('address').notNull(),
    /** The known device of the browser for this account; null for an unknown one. */
    browser: text('browser'),
    codeHash: text('code_hash').notNull(),
    sentAt: instant('sent_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    triesLeft: smallint('tries_left').notNull(),
    /** When the correct code was entered. */
    provedAt: instant('proved_at'),
    /** The account whose password was set, once. */
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

/** Storage of oidc-provider: sessions, interactions, grants, codes and tokens. */
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

/** Signing keys and secrets, created once. */
export const providerKeys = identityProvider.table('keys', {
  name: text('name').primaryKey(),
  value: jsonb('value').notNull(),
})
