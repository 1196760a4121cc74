import { and, eq, isNull } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { placeOf, type Target } from '#server/delivery/queue.ts'
import { masked } from '#server/identity/one-time-code-rules.ts'
import type { OneTimeCodes } from '#server/identity/one-time-codes.ts'
import { refuse } from '#server/refusal.ts'
import type { Session } from '#server/surroundings.ts'

type Asking = { session: Session; language: Locale }

export async function sendTwoFactorCode(codes: OneTimeCodes, { session, language }: Asking) {
  const to = factorOf(session)
  const { channel, target } = placeOf(to)
  const sent = await codes.send({ userId: session.userId, purpose: 'two-factor', to, language })
  return { ...sent, channel, target: masked(target) }
}

/** The check counts for this session only: whoever sits at another device has not shown anything (D-26). */
export async function checkTwoFactorCode(
  codes: OneTimeCodes,
  { session, language, code }: Asking & { code: string },
): Promise<{ twoFactorLastCheck: string }> {
  const { userId, id } = session
  const asked = { userId, purpose: 'two-factor', to: factorOf(session), language, code } as const
  return codes.redeem(asked, async (transaction, now) => {
    const checked = await transaction
      .update(sessions)
      .set({ twoFactorLastCheck: now })
      .where(eq(sessions.id, id))
      .returning({ id: sessions.id })
    if (checked.length === 0) refuse('unauthenticated', 'The session has just ended')
    await notePhone(transaction, { userId, to: asked.to, now })
    return { twoFactorLastCheck: now.toISOString() }
  })
}

/** A number that a code has come back from is the person's: from now on it is a name to sign in with. */
async function notePhone(
  transaction: Database,
  { userId, to, now }: { userId: string; to: Target; now: Date },
): Promise<void> {
  if (!('phone' in to)) return
  const isNew = and(eq(users.id, userId), eq(users.phone, to.phone), isNull(users.phoneVerifiedAt))
  await transaction.update(users).set({ phoneVerifiedAt: now }).where(isNew)
}

/** D-26 */
function factorOf({ user: { phone, email } }: Session): Target {
  if (phone) return { phone }
  return email ? { email } : refuse('no-second-factor', 'Neither a phone nor an email is known')
}
