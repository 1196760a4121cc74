import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'
import type { PasswordKeeper } from '#server/identity/password-keeper.ts'
import { giveBack, spend } from '#server/limits/counts.ts'
import { findAccount } from './accounts.ts'
import { hashPassword, isPasswordOf } from './password.ts'
import { forgetPayloadsOf } from './payloads.ts'
import { signInNamesOf } from './sign-in-names.ts'

/** The passwords of the embedded provider's accounts. */
export function createEmbeddedPasswords(database: Database, clock: () => Date): PasswordKeeper {
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

    namesOf: ({ subject }) => signInNamesOf(database, subject),

    async change({ subject, currentPassword, newPassword }) {
      const account = await findAccount(database, subject)
      // Tries of their own: whoever has signed in is not held up by strangers who guess at the sign-in page.
      const tried = [{ limit: 'password-change', key: subject, most: 10, seconds: 300 }]
      const retryAfter = await spend(database, tried, clock())
      if (retryAfter !== null) return { retryAfter }
      const current = account?.passwordHash ?? null
      if (!(await isPasswordOf(current, currentPassword)) || current === null) return 'wrong'
      await giveBack(database, tried, clock())
      const passwordHash = await hashPassword(newPassword)
      return async (transaction) => {
        // The old hash is part of the condition: of two changes at once the second no longer knows the password.
        const changed = await transaction
          .update(providerAccounts)
          .set({ passwordHash })
          .where(and(eq(providerAccounts.subject, subject), eq(providerAccounts.passwordHash, current)))
          .returning({ subject: providerAccounts.subject })
        if (changed.length === 0) return 'wrong'
        // A browser that the provider still remembers would sign in again without being asked for the new password.
        await forgetPayloadsOf(transaction, subject)
        return 'changed'
      }
    },

    async drop(transaction, { subject }) {
      await transaction
        .update(providerAccounts)
        .set({ passwordHash: null })
        .where(eq(providerAccounts.subject, subject))
      await forgetPayloadsOf(transaction, subject)
    },
  }
}
