import { and, eq, exists, isNull, ne, type SQL } from 'drizzle-orm'
import type { Locale } from '#contract/enumerations.ts'
import { hasEmail, hasPhone } from '#server/access/user-columns.ts'
import type { App, Session } from '#server/app-types.ts'
import { codeTargetOf, createOneTimeCodes } from '#server/auth/codes/one-time-codes.ts'
import type { Database } from '#server/db/client.ts'
import { oneTimeCodes, joinProofs as proofs } from '#server/db/schema/one-time-codes.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import type { Target } from '#server/notifications/queue-message.ts'
import { isWithin } from '#server/time/time-left.ts'

/** Milliseconds for which the proof of a contact joins accounts. */
const proofLifetime = 15 * 60_000

type Proof = Pick<typeof proofs.$inferSelect, 'channel' | 'target'>
type Asking = { session: Session; to: Target; language: Locale }

/**
 * Proofs that a person has the contact of another own account. The code is sent to every contact, so neither the answer nor
 * its time shows whether an account has it.
 */
export function joinProofs(app: App) {
  const { clock } = app
  const codes = createOneTimeCodes(app)

  return {
    send: ({ session: { userId }, to, language }: Asking) => codes.send({ userId, purpose: 'join', to, language }),

    async verify({ session, to, code, language }: Asking & { code: string }): Promise<{ verified: true }> {
      const { userId, id: sessionId } = session
      const proof = { sessionId, ...codeTargetOf(to) }
      await codes.redeem(
        { userId, purpose: 'join', to, code, language },
        {
          apply: async (transaction, verifiedAt) => {
            const { channel, target } = proof
            await transaction
              .insert(proofs)
              .values({ ...proof, verifiedAt })
              .onConflictDoUpdate({ target: proofs.sessionId, set: { channel, target, verifiedAt } })
          },
          isApplied: (transaction) => hasProvedBy(transaction, proof),
        },
      )
      return { verified: true }
    },

    /** The proof of the session; throws without one. */
    async find(transaction: Database, sessionId: string): Promise<Proof> {
      const isAlive = and(eq(proofs.sessionId, sessionId), isWithin(proofs.verifiedAt, proofLifetime, clock()))
      const [proof] = await transaction.select().from(proofs).where(isAlive)
      return proof ?? throwProblem('code-expired', 'The contact was not proved within 15 minutes')
    },

    async consume(transaction: Database, sessionId: string): Promise<void> {
      await transaction.delete(proofs).where(eq(proofs.sessionId, sessionId))
    },
  }
}

/** Condition on `one_time_codes`: the session has proved the contact by this code. */
function hasProvedBy(database: Database, { sessionId, channel, target }: Proof & { sessionId: string }): SQL {
  const isThisOne = and(
    eq(proofs.sessionId, sessionId),
    eq(proofs.channel, channel),
    eq(proofs.target, target),
    eq(proofs.verifiedAt, oneTimeCodes.usedAt),
  )
  return exists(database.select({ sessionId: proofs.sessionId }).from(proofs).where(isThisOne))
}

/** Other accounts with the contact, at most two. */
export async function findOwners(
  transaction: Database,
  { channel, target }: Proof,
  exceptId: string,
): Promise<{ id: string }[]> {
  const hasContact = channel === 'phone' ? hasPhone(target) : hasEmail(target)
  return transaction
    .select({ id: users.id })
    .from(users)
    .where(and(hasContact, ne(users.id, exceptId), isNull(users.joinedInto)))
    .limit(2)
}

/** Whether confirmation codes of the account go to the contact: to the phone if there is one. */
export function isFactorOf(
  { email, phone }: { email: string | null; phone: string | null },
  { channel, target }: Proof,
): boolean {
  return phone === null ? channel === 'email' && email?.toLowerCase() === target : phone === target
}
