import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'
import type { PasswordKeeper } from '#server/identity/password-keeper.ts'
import { findAccount } from './accounts.ts'
import { hashPassword, isPasswordOf } from './password.ts'
import { forgetPayloadsOf } from './payloads.ts'
import type { SignInTries } from './sign-in-tries.ts'

/** The passwords of the embedded provider's accounts. Tries are counted together with those of the sign-in page. */
export function createEmbeddedPasswords(database: Database, tries: SignInTries): PasswordKeeper {
  return {
    async setFirst({ subject, password }) {
      const passwordHash = await hashPassword(password)
      const set = await database
        .update(providerAccounts)
        .set({ passwordHash })
        .where(and(eq(providerAccounts.subject, subject), isNull(providerAccounts.passwordHash)))
        .returning({ subject: providerAccounts.subject })
      return set.length > 0 ? 'set' : 'has-one'
    },

    async change({ subject, currentPassword, newPassword, address }) {
      const account = await findAccount(database, subject)
      const login = account?.login ?? subject
      const retryAfter = tries.spend(login, address)
      if (retryAfter !== null) return { retryAfter }
      const current = account?.passwordHash ?? null
      if (!(await isPasswordOf(current, currentPassword)) || current === null) return 'wrong'
      tries.forgive(login, address)
      const passwordHash = await hashPassword(newPassword)
      // The old hash is part of the condition: of two changes at once the second no longer knows the password.
      const changed = await database
        .update(providerAccounts)
        .set({ passwordHash })
        .where(and(eq(providerAccounts.subject, subject), eq(providerAccounts.passwordHash, current)))
        .returning({ subject: providerAccounts.subject })
      if (changed.length === 0) return 'wrong'
      // A browser that the provider still remembers would sign in again without being asked for the new password.
      await forgetPayloadsOf(database, subject)
      return 'changed'
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
