import { and, desc, eq, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm'
import { keptAccountOf } from '#server/access/joined-accounts.ts'
import type { Database } from '#server/db/client.ts'
import { signInIssuers as issuersInUse } from '#server/db/schema/identity.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import type { Env } from '#server/environment/env.ts'
import { embeddedIssuer, issuerKey } from '#server/environment/oidc-settings.ts'

/** What `users.issuer` holds for accounts of the configured providers, in their order. */
export function signInIssuers({ PROVIDERS }: Pick<Env, 'PROVIDERS'>): string[] {
  return PROVIDERS.length === 0 ? [embeddedIssuer] : PROVIDERS.map(({ issuer }) => issuerKey(issuer))
}

/**
 * Makes the first of the configured issuers the current one: accounts get it when they are stored without an issuer.
 * Accounts that were stored before the first start get it now. Roles that a removed provider has given belong to the next sign-in of the
 * person by any provider. Returns the number of accounts of other issuers, which cannot sign in.
 */
export async function recordIssuers(
  database: Database,
  issuers: readonly string[],
  now: Date,
): Promise<{ ofOthers: number }> {
  return database.transaction(async (transaction) => {
    const [current] = await transaction.select().from(issuersInUse).orderBy(desc(issuersInUse.usedSince)).limit(1)
    const [first = embeddedIssuer] = issuers
    if (current?.issuer !== first) {
      const usedSince = current && current.usedSince >= now ? new Date(current.usedSince.getTime() + 1) : now
      await transaction
        .insert(issuersInUse)
        .values({ issuer: first, usedSince })
        .onConflictDoUpdate({ target: issuersInUse.issuer, set: { usedSince } })
    }
    await transaction
      .update(users)
      .set({ issuer: first })
      .where(and(isNotNull(users.subject), isNull(users.issuer)))
    await transaction
      .update(userRoles)
      .set({ issuer: null })
      .where(notInArray(userRoles.issuer, [...issuers]))
    const isOfProvider = and(eq(userRoles.givenBy, 'provider'), isNull(userRoles.issuer))
    await transaction
      .update(userRoles)
      .set({ issuer: sql`${users.issuer}` })
      .from(users)
      .where(and(eq(users.id, userRoles.userId), isOfProvider, inArray(users.issuer, [...issuers])))
    return { ofOthers: await transaction.$count(users, notInArray(users.issuer, [...issuers])) }
  })
}

export type SubjectOfIssuer = { issuer: string; subject: string }

/** Condition: the user signs in with this account. */
export function isSubject({ issuer, subject }: SubjectOfIssuer) {
  return and(eq(users.subject, subject), eq(users.issuer, issuer))
}

/** The user who signs in with this account, also if it was joined to another; null if it is unknown. */
export async function findAccountOwner(database: Database, account: SubjectOfIssuer): Promise<string | null> {
  const isOwner = sql`${users.id} in ${keptAccountOf(isSubject(account))}`
  const [owner] = await database.select({ id: users.id }).from(users).where(isOwner)
  return owner?.id ?? null
}
