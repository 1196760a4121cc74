import { and, eq, exists, isNull } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { App, Session } from '#server/app-types.ts'
import { maskContact } from '#server/auth/codes/one-time-code-rules.ts'
import type { OneTimeCodes } from '#server/auth/codes/one-time-codes.ts'
import { recordCredentialChanges } from '#server/auth/credentials/credential-changes.ts'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { oneTimeCodes } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { channelOf, type Target } from '#server/notifications/queue-message.ts'
import { audit } from '#server/security/audit-log.ts'

type TwoFactorRequest = { session: Session; language: Locale }

export async function sendTwoFactorCode(codes: OneTimeCodes, { session, language }: TwoFactorRequest) {
  const to = factorOf(session)
  const { channel, target } = channelOf(to)
  const sent = await codes.send({ userId: session.userId, purpose: 'two-factor', to, language })
  return { ...sent, channel, target: maskContact(target) }
}

/** The check is valid for this session only. */
export async function checkTwoFactorCode(
  codes: OneTimeCodes,
  { session, language, code }: TwoFactorRequest & { code: string },
  { env }: Pick<App, 'env'>,
): Promise<{ twoFactorLastCheck: string }> {
  const { userId, id } = session
  const to = factorOf(session)
  const isThisSession = eq(sessions.id, id)
  const checkedAt = await codes.redeem(
    { userId, purpose: 'two-factor', to, language, code },
    {
      apply: async (transaction, now) => {
        await confirmPhone(transaction, env, { userId, to, language, now })
        const checked = await transaction
          .update(sessions)
          .set({ twoFactorLastCheck: now })
          .where(isThisSession)
          .returning({ id: sessions.id })
        if (checked.length === 0) throwProblem('unauthenticated', 'The session has just ended')
      },
      isApplied: (database) => {
        const isByThisCode = eq(sessions.twoFactorLastCheck, oneTimeCodes.usedAt)
        return exists(database.select({ id: sessions.id }).from(sessions).where(and(isThisSession, isByThisCode)))
      },
    },
  )
  return { twoFactorLastCheck: checkedAt.toISOString() }
}

/** Marks the phone as confirmed. It becomes a sign-in name, and the user is notified. */
async function confirmPhone(
  transaction: Database,
  env: App['env'],
  { userId, to, language, now }: { userId: string; to: Target; language: Locale; now: Date },
): Promise<void> {
  if (!('phone' in to)) return
  const isNew = and(eq(users.id, userId), eq(users.phone, to.phone), isNull(users.phoneVerifiedAt))
  const confirmed = await transaction
    .update(users)
    .set({ phoneVerifiedAt: now })
    .where(isNew)
    .returning({ id: users.id })
  if (confirmed.length === 0) return
  const change = { kind: 'phone-confirmed', now: to.phone } as const
  await recordCredentialChanges(transaction, env, { userId, changes: [change], language, now })
  const detail = maskContact(to.phone)
  await audit(transaction, { at: now, action: 'contact.phone-confirmed', subjectId: userId, detail })
}

/** Second factor of the user (D-26). */
function factorOf({ user: { phone, email } }: Session): Target {
  if (phone) return { phone }
  return email ? { email } : throwProblem('no-second-factor', 'The user has neither phone nor email')
}
