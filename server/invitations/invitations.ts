import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { invitations } from '#server/db/schema/account-security.ts'
import { users } from '#server/db/schema/people.ts'
import type { Env } from '#server/environment/env.ts'
import { channelOf, preferredTarget, queueMessage, type Target } from '#server/notifications/queue-message.ts'
import { renderMessage } from '#server/notifications/render-message.ts'
import { audit } from '#server/security/audit-log.ts'
import { oneTimeState } from '#server/security/one-time-state.ts'
import { createToken, hashToken } from '#server/security/tokens.ts'

/** Milliseconds for which the link of an invitation works. */
const invitationLifetime = 72 * 60 * 60_000

type Invited = { id: string; email: string | null; phone: string | null; language: Locale | null; hasPassword: boolean }

export const invitedColumns = {
  id: users.id,
  email: users.email,
  phone: users.phone,
  language: users.language,
  hasPassword: users.hasPassword,
}

/** Why a user cannot be invited. */
export function invitationObstacle({ email, phone, hasPassword }: Omit<Invited, 'id' | 'language'>) {
  if (hasPassword) return 'has-password'
  return email === null && phone === null ? 'no-contact' : null
}

type Issued = { now: Date; env: Pick<Env, 'IDP_PUBLIC_URL' | 'SCHOOL'>; command?: string }

/** Sends a one-time link by email, or by SMS where there is no email. Earlier links of the user stop working. */
export async function sendInvitation(transaction: Database, user: Invited, options: Issued): Promise<void> {
  const to = preferredTarget(user)
  if (to === null) throw new Error('an invitation needs an address')
  const language = user.language ?? 'ru'
  const { link, expiresAt } = await createInvitation(transaction, { userId: user.id, to }, options)
  await queueMessage(transaction, {
    to,
    userId: user.id,
    kind: 'invitation',
    language,
    values: { link, school: schoolName(language, options.env) },
    expiresAt,
    now: options.now,
  })
}

/** The message of an invitation as people get it, with a link that does not work. */
export function renderSampleInvitation(language: Locale, env: Issued['env']): { subject: string; text: string } {
  const values = { link: linkOf('…', env), school: schoolName(language, env) }
  const message = renderMessage('invitation', language, values)
  if (!message) throw new Error('the template of invitations is missing')
  return message
}

function schoolName(language: Locale, { SCHOOL }: Issued['env']): string {
  return SCHOOL.name?.[language] ?? ''
}

function linkOf(token: string, { IDP_PUBLIC_URL }: Issued['env']): string {
  return `${IDP_PUBLIC_URL}/invitation/${token}`
}

/** Makes a one-time link to set a password. Only its hash is stored. */
export async function createInvitation(
  transaction: Database,
  { userId, to }: { userId: string; to: Target },
  { now, env, command }: Issued,
): Promise<{ link: string; expiresAt: Date }> {
  await withdrawInvitations(transaction, userId, now)
  const token = createToken()
  const expiresAt = new Date(now.getTime() + invitationLifetime)
  const { channel, target } = channelOf(to)
  await transaction
    .insert(invitations)
    .values({ userId, tokenHash: hashToken(token), channel, target, createdAt: now, sentAt: now, expiresAt })
  await audit(transaction, { at: now, action: 'invitation.sent', subjectId: userId, detail: channel, command })
  return { link: linkOf(token, env), expiresAt }
}

/** Ends the open invitations of a user. Returns whether there was one. */
export async function withdrawInvitations(transaction: Database, userId: string, now: Date): Promise<boolean> {
  const withdrawn = await transaction
    .update(invitations)
    .set({ revokedAt: now })
    .where(and(eq(invitations.userId, userId), isNull(invitations.usedAt), isNull(invitations.revokedAt)))
    .returning({ id: invitations.id })
  return withdrawn.length > 0
}

export type InvitationState = 'none' | 'queued' | 'sent' | 'expired' | 'revoked'

/** The last invitation of a user, for the user card. */
export async function findLastInvitation(database: Database, userId: string, now: Date) {
  const [last] = await database
    .select()
    .from(invitations)
    .where(eq(invitations.userId, userId))
    .orderBy(desc(invitations.createdAt))
    .limit(1)
  return {
    state: stateOf(last, now),
    sentAt: last?.sentAt?.toISOString() ?? null,
    expiresAt: last?.expiresAt?.toISOString() ?? null,
  }
}

function stateOf(last: typeof invitations.$inferSelect | undefined, now: Date): InvitationState {
  if (!last || last.usedAt) return 'none'
  if (!last.expiresAt) return last.revokedAt ? 'revoked' : 'queued'
  const state = oneTimeState({ ...last, expiresAt: last.expiresAt }, now)
  return state === 'open' ? 'sent' : state === 'used' ? 'none' : state
}

/** How a link that was opened can be used: `open`, or why not. */
export type OpenedInvitation = {
  id: string
  state: 'open' | 'used' | 'expired' | 'revoked'
  userId: string
  subject: string | null
  name: string
  channel: 'email' | 'phone'
  target: string
}

/**
 * The invitation of a token; null if there was none. A link that went to a contact which the user no longer has is
 * revoked: it may be open in the mailbox of another person.
 */
export async function findInvitation(database: Database, token: string, now: Date): Promise<OpenedInvitation | null> {
  const [found] = await database
    .select({ invitation: invitations, ...invitedColumns, subject: users.subject, name: nameColumn })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.userId))
    .where(and(eq(invitations.tokenHash, hashToken(token)), isNotNull(invitations.expiresAt)))
  if (!found) return null
  const { invitation, subject, name, hasPassword } = found
  const { id, userId, channel, target, usedAt, revokedAt, expiresAt } = invitation
  if (channel === null || target === null || expiresAt === null) return null
  const isCurrent = target === (channel === 'email' ? found.email : found.phone)
  const own = oneTimeState({ usedAt, revokedAt, expiresAt }, now)
  const state = hasPassword ? 'used' : own !== 'used' && !isCurrent ? 'revoked' : own
  return { id, userId, subject, name, channel, target, state }
}

/** First name first, as the provider keeps it. */
const nameColumn = sql<string>`trim(concat_ws(' ', ${users.firstName}, ${users.lastName}))`
