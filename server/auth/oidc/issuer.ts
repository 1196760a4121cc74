import { and, desc, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Database } from '#server/db/client.ts'
import { signInIssuers } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import type { Env } from '#server/env.ts'

/** The issuer of the embedded provider's accounts. Its address may change. */
const embeddedIssuer = 'embedded'

/** What `users.issuer` holds for accounts of the configured provider. */
export function signInIssuer({ OIDC_ISSUER }: Pick<Env, 'OIDC_ISSUER'>): string {
  return OIDC_ISSUER === undefined ? embeddedIssuer : issuerKey(OIDC_ISSUER)
}

/** The same issuer is configured with and without the slash at its end. */
export function issuerKey(address: string): string {
  return address.replace(/\/+$/, '')
}

/**
 * Makes the configured issuer the current one: accounts get it when they are stored without an issuer. Accounts of an
 * earlier version get it now. Returns the number of accounts of other issuers, which cannot sign in.
 */
export async function recordIssuer(database: Database, issuer: string, now: Date): Promise<{ ofOthers: number }> {
  return database.transaction(async (transaction) => {
    const [current] = await transaction.select().from(signInIssuers).orderBy(desc(signInIssuers.usedSince)).limit(1)
    if (current?.issuer !== issuer) {
      const usedSince = current && current.usedSince >= now ? new Date(current.usedSince.getTime() + 1) : now
      await transaction
        .insert(signInIssuers)
        .values({ issuer, usedSince })
        .onConflictDoUpdate({ target: signInIssuers.issuer, set: { usedSince } })
    }
    await transaction
      .update(users)
      .set({ issuer })
      .where(and(isNotNull(users.subject), isNull(users.issuer)))
    return { ofOthers: await transaction.$count(users, ne(users.issuer, issuer)) }
  })
}

export type SubjectOfIssuer = { issuer: string; subject: string }

/** Condition: the user signs in with this account. */
export function isSubject({ issuer, subject }: SubjectOfIssuer) {
  return and(eq(users.subject, subject), eq(users.issuer, issuer))
}
