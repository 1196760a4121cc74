import { and, asc, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { maskContact } from '#server/auth/codes/one-time-code-rules.ts'
import type { Database } from '#server/db/client.ts'
import { accountChanges } from '#server/db/schema/account-security.ts'
import { sessions } from '#server/db/schema/identity.ts'
import type { ChannelName } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import type { Env } from '#server/environment/env.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { queueMessage } from '#server/notifications/queue-message.ts'
import { storeNotifications } from '#server/notifications/store-notifications.ts'
import { audit } from '#server/security/audit-log.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import {
  type ContactHistory,
  type CredentialChange,
  changeNotice,
  noticeRecipients,
  parseCredentialChange,
} from './credential-change-notices.ts'

const day = 24 * 60 * 60_000
const revertLinkLifetime = 7 * day

type NoticeEnv = Pick<Env, 'PUBLIC_URL' | 'TIME_ZONE'>
type RecordedChanges = {
  userId: string
  changes: readonly CredentialChange[]
  /** Session that makes the change; it may have been ended by a security revert. */
  sessionId?: string
  language: Locale
  now: Date
}

/**
 * Records credential changes and queues the notices with the revert link. Call it in the transaction that makes the
 * change, after the change.
 */
export async function recordCredentialChanges(
  transaction: Database,
  { PUBLIC_URL, TIME_ZONE }: NoticeEnv,
  { userId, changes, sessionId, language, now }: RecordedChanges,
): Promise<void> {
  if (changes.length === 0) return
  const person = await findContactHistory(transaction, { userId, now })
  if (sessionId !== undefined) await assertSessionActive(transaction, sessionId)
  const records = changes.map((change) => ({ change, secret: createToken() }))
  await transaction.insert(accountChanges).values(
    records.map(({ change: { kind, ...details }, secret }) => {
      const expiresAt = new Date(now.getTime() + revertLinkLifetime)
      return { userId, kind, details, secretHash: hashToken(secret), at: now, expiresAt }
    }),
  )
  const contacts = { ...person, replaced: [...person.replaced, ...changes] }
  const shown = { hasPhone: person.phone !== null, timeZone: TIME_ZONE, now }
  // The link that reverts a change is a secret of its message.
  const noticeIn = (change: CredentialChange, of: Locale) => changeNotice(change, { ...shown, link: '', language: of })
  await storeNotifications(
    transaction,
    now,
    changes.map((change) => ({
      userId,
      kind: noticeIn(change, language).kind,
      values: (of: Locale) => noticeIn(change, of).values,
      // Sign-ins of a day are one notification.
      ...(change.kind === 'new-device' && { change: dayInZone(now, TIME_ZONE) }),
    })),
  )
  for (const { change, secret } of records) {
    for (const { to, hasLink } of noticeRecipients(change, contacts)) {
      const link = hasLink ? `${PUBLIC_URL}/not-me/${secret}` : ''
      const message = changeNotice(change, {
        link,
        hasPhone: person.phone !== null,
        language,
        timeZone: TIME_ZONE,
        now,
      })
      await queueMessage(transaction, { to, userId, category: 'security', ...message, language, now })
    }
  }
}

type ContactChange = {
  userId: string
  channel: ChannelName
  before: string | null
  now: string
  /** When the previous phone was verified. */
  verifiedAt: Date | null
  at: Date
}

/** Writes the changed contact to the audit log, masked. Returns the change for `recordCredentialChanges`. */
export async function auditContactChange(
  transaction: Database,
  { userId, channel, before, now, verifiedAt, at }: ContactChange,
): Promise<CredentialChange> {
  const detail = [before, now].map((contact) => contact && maskContact(contact)).join(' → ')
  await audit(transaction, { at, action: `contact.${channel}`, subjectId: userId, detail })
  if (channel === 'email') return { kind: 'email-changed', before, now }
  return { kind: 'phone-changed', before, now, verifiedAt: verifiedAt?.toISOString() ?? null }
}

/** The user row is locked, and ending all sessions locks it first. */
async function assertSessionActive(transaction: Database, sessionId: string): Promise<void> {
  const [active] = await transaction.select({ id: sessions.id }).from(sessions).where(eq(sessions.id, sessionId))
  if (!active) throwProblem('unauthenticated', 'The session has just been ended')
}

/** Contacts for notices, including contacts replaced within the lifetime of a revert link. */
export async function findContactHistory(
  transaction: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<ContactHistory> {
  const { email, phone } = users
  const [person] = await transaction.select({ email, phone }).from(users).where(eq(users.id, userId)).for('update')
  const replaced = await transaction
    .select({ kind: accountChanges.kind, details: accountChanges.details })
    .from(accountChanges)
    .where(
      and(
        eq(accountChanges.userId, userId),
        inArray(accountChanges.kind, ['email-changed', 'phone-changed']),
        isNull(accountChanges.undoneAt),
        gt(accountChanges.expiresAt, now),
      ),
    )
    .orderBy(asc(accountChanges.number))
  return { email: person?.email ?? null, phone: person?.phone ?? null, replaced: replaced.map(parseCredentialChange) }
}
