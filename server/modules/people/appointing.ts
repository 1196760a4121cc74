import { and, eq, sql } from 'drizzle-orm'
import { email as emailAddress } from '#contract/profile.ts'
import type { Database } from '#server/db/client.ts'
import { userRoles, users } from '#server/db/schema/people.ts'
import { accountsOfLogins } from '#server/identity/embedded-provider/accounts.ts'
import { setRoles } from '#server/identity/roles.ts'
import { StartFailure } from '#server/start-failure.ts'

/** An address with the sign in it, a login at the embedded provider, or the `sub` of an issuer of one's own. */
export type Appointed = { who: string; hasOwnIssuer: boolean; now: Date }

type Found = { id: string; hasAccount: boolean }

/** Makes somebody an administrator, also before they have ever signed in: then they are announced. Says in a line what is so now. */
export async function appointAdministrator(database: Database, { who, hasOwnIssuer, now }: Appointed): Promise<string> {
  return database.transaction(async (transaction) => {
    const found = who.includes('@')
      ? await byEmail(transaction, who)
      : await bySubject(transaction, hasOwnIssuer ? who : await subjectOfLogin(transaction, who))
    const held = await transaction
      .select({ role: userRoles.role })
      .from(userRoles)
      .where(and(eq(userRoles.userId, found.id), eq(userRoles.givenBy, 'school')))
    const roles = [...held.map(({ role }) => role), 'administrator' as const]
    const changes = await setRoles(transaction, 'school', [{ userId: found.id, roles }], {
      now,
      command: 'administrator',
    })
    if (changes.length === 0) return `«${who}» is an administrator already.`
    if (found.hasAccount) return `«${who}» is an administrator from now on.`
    return `«${who}» will be an administrator from the first sign-in for which the provider calls the address verified.`
  })
}

async function byEmail(database: Database, who: string): Promise<Found> {
  const { data: email } = emailAddress.safeParse(who)
  if (email === undefined) throw new StartFailure(`«${who}» is no email address.`)
  const [owner, ...others] = await database
    .select({ id: users.id, subject: users.subject })
    .from(users)
    .where(sql`lower(${users.email}) = ${email.toLowerCase()}`)
    .limit(2)
  if (others.length > 0) throw new StartFailure(`Several people have «${who}»: name the one by login or sub.`)
  if (owner) return { id: owner.id, hasAccount: owner.subject !== null }
  return { id: await announce(database, { email }), hasAccount: false }
}

async function bySubject(database: Database, subject: string): Promise<Found> {
  const [owner] = await database.select({ id: users.id }).from(users).where(eq(users.subject, subject))
  return { id: owner?.id ?? (await announce(database, { subject, hasPassword: true })), hasAccount: true }
}

async function subjectOfLogin(database: Database, login: string): Promise<string> {
  const [account] = await accountsOfLogins(database, [login.toLowerCase()])
  if (!account) throw new StartFailure(`Nobody signs in as «${login}»; somebody who is to come is named by email.`)
  return account.subject
}

/** The provider knows the name, and tells it at the first sign-in. */
async function announce(database: Database, known: Partial<typeof users.$inferInsert>): Promise<string> {
  const [user] = await database
    .insert(users)
    .values({ firstName: '', lastName: '', ...known })
    .returning({ id: users.id })
  if (!user) throw new Error('the person was not stored')
  return user.id
}
