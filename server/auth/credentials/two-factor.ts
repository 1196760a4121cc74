import { and, eq, exists } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { App, Session } from '#server/app-types.ts'
import { maskContact } from '#server/auth/codes/one-time-code-rules.ts'
import type { OneTimeCodes } from '#server/auth/codes/one-time-codes.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { oneTimeCodes } from '#server/db/schema/one-time-codes.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { channelOf, type Target } from '#server/notifications/queue-message.ts'
import { confirmContact } from './confirm-contact.ts'

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
        await confirmContact(transaction, env, { userId, to, language, now })
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

/** Second factor of the user (D-26). */
function factorOf({ user: { phone, email } }: Session): Target {
  if (phone) return { phone }
  return email ? { email } : throwProblem('no-second-factor', 'The user has neither phone nor email')
}
