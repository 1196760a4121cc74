import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import { setRoles } from '#server/access/roles.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http-error.ts'
import type { OidcUser } from './client.ts'

type Visit = { language: Locale; now: Date }

/**
 * Finds or creates the user of a provider account: by `sub`, else by a verified email or phone of a user without an
 * account, else a new user without roles. Data of known users is not overwritten; only roles from the provider are
 * updated.
 */
export async function matchAccount(transaction: Database, person: OidcUser, visit: Visit): Promise<string> {
  const userId =
    (await findBySubject(transaction, person, visit)) ??
    (await bindByContact(transaction, person, visit)) ??
    (await createUser(transaction, person, visit))
  await refuseLocked(transaction, userId)
  if (person.roles !== null) await setRoles(transaction, 'provider', [{ userId, roles: person.roles }], visit)
  return userId
}

/** The user's row is locked by now, so an account that is being locked is seen. */
async function refuseLocked(transaction: Database, userId: string): Promise<void> {
  const [user] = await transaction.select({ lockedAt: users.lockedAt }).from(users).where(eq(users.id, userId))
  if (user?.lockedAt) throwProblem('account-locked', 'The school has locked this account')
}

async function findBySubject(database: Database, person: OidcUser, visit: Visit): Promise<string | undefined> {
  const [user] = await database
    .update(users)
    .set(signInColumns(person, visit))
    .where(eq(users.subject, person.subject))
    .returning({ id: users.id })
  return user?.id
}

/** Binds the account to the user. Of two concurrent sign-ins with different accounts one succeeds. */
async function bindByContact(database: Database, person: OidcUser, visit: Visit): Promise<string | undefined> {
  const match = await findByContact(database, person)
  if (!match) return undefined
  const [user] = await database
    .update(users)
    .set({ ...signInColumns(person, visit), subject: person.subject, hasPassword: true })
    .where(and(eq(users.id, match.id), isNull(users.subject)))
    .returning({ id: users.id })
  return user?.id
}

/** Users created without a name get the provider's name. */
function signInColumns({ firstName, lastName, patronym }: OidcUser, { language, now }: Visit) {
  const unlessNamed = (stored: AnyPgColumn, claimed: string | null) =>
    sql<string>`case when ${users.firstName} = '' and ${users.lastName} = '' then ${claimed} else ${stored} end`
  return {
    lastSignInAt: now,
    language,
    firstName: unlessNamed(users.firstName, firstName),
    lastName: unlessNamed(users.lastName, lastName),
    patronym: unlessNamed(users.patronym, patronym),
  }
}

/** A contact shared by several users, or of a user with an account, does not identify the user. */
async function findByContact(database: Database, { email, phone }: OidcUser) {
  const owners = database.select({ id: users.id, subject: users.subject })
  const contacts = [email && sql`lower(${users.email}) = ${email.toLowerCase()}`, phone && eq(users.phone, phone)]
  for (const isOwner of contacts) {
    if (!isOwner) continue
    const [owner, ...others] = await owners.from(users).where(isOwner).limit(2)
    if (owner) return others.length === 0 && owner.subject === null ? owner : null
  }
  return null
}

async function createUser(database: Database, person: OidcUser, visit: Visit): Promise<string> {
  const { subject, firstName, lastName, patronym, email, phone } = person
  await database
    .insert(users)
    .values({ subject, firstName, lastName, patronym, email, phone, hasPassword: true })
    .onConflictDoNothing({ target: users.subject })
  const id = await findBySubject(database, person, visit)
  return id ?? throwProblem('internal-error', 'The user was not stored')
}
