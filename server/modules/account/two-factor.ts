import { and, eq, isNull } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { placeOf, type Target } from '#server/delivery/queue.ts'
import { audit } from '#server/identity/audit.ts'
import { masked } from '#server/identity/one-time-code-rules.ts'
import type { OneTimeCodes } from '#server/identity/one-time-codes.ts'
import { recordChanges } from '#server/identity/ways-in.ts'
import { refuse } from '#server/refusal.ts'
import type { App, Session } from '#server/surroundings.ts'

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
  { env }: Pick<App, 'env'>,
): Promise<{ twoFactorLastCheck: string }> {
  const { userId, id } = session
  const asked = { userId, purpose: 'two-factor', to: factorOf(session), language, code } as const
  return codes.redeem(asked, async (transaction, now) => {
    await notePhone(transaction, env, { userId, to: asked.to, language, now })
    const checked = await transaction
      .update(sessions)
      .set({ twoFactorLastCheck: now })
      .where(eq(sessions.id, id))
      .returning({ id: sessions.id })
    if (checked.length === 0) refuse('unauthenticated', 'The session has just ended')
    return { twoFactorLastCheck: now.toISOString() }
  })
}

/** A number that a code has come back from is the person's: from now on it is a name to sign in with, which they are told. */
async function notePhone(
  transaction: Database,
  env: App['env'],
  { userId, to, language, now }: { userId: string; to: Target; language: Locale; now: Date },
): Promise<void> {
  if (!('phone' in to)) return
  const isNew = and(eq(users.id, userId), eq(users.phone, to.phone), isNull(users.phoneVerifiedAt))
  const noted = await transaction.update(users).set({ phoneVerifiedAt: now }).where(isNew).returning({ id: users.id })
  if (noted.length === 0) return
  const change = { kind: 'phone-confirmed', now: to.phone } as const
  await recordChanges(transaction, env, { userId, changes: [change], language, now })
  const detail = masked(to.phone)
  await audit(transaction, { at: now, action: 'contact.phone-confirmed', subjectId: userId, detail })
}

/** D-26 */
function factorOf({ user: { phone, email } }: Session): Target {
  if (phone) return { phone }
  return email ? { email } : refuse('no-second-factor', 'Neither a phone nor an email is known')
}
