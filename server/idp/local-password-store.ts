import { and, eq, isNull } from 'drizzle-orm'
import type { PasswordStore } from '#server/auth/credentials/password-store.ts'
import type { Database } from '#server/db/client.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'
import { consume, refund } from '#server/security/rate-limit-counters.ts'
import { findAccount } from './accounts/accounts.ts'
import { hashPassword, verifyPassword } from './accounts/password-hash.ts'
import { findSignInNames } from './accounts/sign-in-names.ts'
import { deletePayloadsOfAccount } from './protocol/oidc-adapter.ts'

/** Password store of the embedded provider. */
export function createLocalPasswordStore(database: Database, clock: () => Date): PasswordStore {
  return {
    async setFirst({ subject, password }) {
      const passwordHash = await hashPassword(password)
      return async (transaction) => {
        const set = await transaction
          .update(providerAccounts)
          .set({ passwordHash })
          .where(and(eq(providerAccounts.subject, subject), isNull(providerAccounts.passwordHash)))
          .returning({ subject: providerAccounts.subject })
        return set.length > 0 ? 'set' : 'has-one'
      }
    },

    namesOf: ({ subject }) => findSignInNames(database, subject),

    async change({ subject, currentPassword, newPassword }) {
      const account = await findAccount(database, subject)
      // Counted separately: guesses of strangers at the sign-in page must not lock out a signed-in user.
      const tried = [{ limit: 'password-change', key: subject, max: 10, seconds: 300 }]
      const retryAfter = await consume(database, tried, clock())
      if (retryAfter !== null) return { retryAfter }
      const current = account?.passwordHash ?? null
      const isRight = await verifyPassword(current, currentPassword).catch(async (error) => {
        await refund(database, tried, clock())
        throw error
      })
      if (!isRight || current === null) return 'wrong'
      await refund(database, tried, clock())
      const passwordHash = await hashPassword(newPassword)
      return async (transaction) => {
        // Optimistic lock: of two concurrent changes the second fails.
        const changed = await transaction
          .update(providerAccounts)
          .set({ passwordHash })
          .where(and(eq(providerAccounts.subject, subject), eq(providerAccounts.passwordHash, current)))
          .returning({ subject: providerAccounts.subject })
        if (changed.length === 0) return 'wrong'
        // Ends provider sessions: otherwise a browser would sign in again without the new password.
        await deletePayloadsOfAccount(transaction, subject)
        return 'changed'
      }
    },

    async drop(transaction, { subject }) {
      await transaction
        .update(providerAccounts)
        .set({ passwordHash: null })
        .where(eq(providerAccounts.subject, subject))
      await deletePayloadsOfAccount(transaction, subject)
    },
  }
}
