import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Locale } from '#contract/enumerations.ts'
import type { Database } from '#server/db/client.ts'
import { users } from '#server/db/schema/people.ts'
import { refuse } from '#server/refusal.ts'
import type { SignedInPerson } from './oidc-client.ts'
import { setRoles } from './roles.ts'

type Visit = { language: Locale; now: Date }

/**
 * The person of the school whom a provider's account is: the one of its `sub`; else the one who was announced by an
 * address that the provider has verified; else somebody new, without a role. What is known of a person is never
 * overwritten from outside, but roles that the provider tells follow it.
 */
export async function recognise(transaction: Database, person: SignedInPerson, visit: Visit): Promise<string> {
  const userId =
    (await visited(transaction, person, visit)) ??
    (await bindAnnounced(transaction, person, visit)) ??
    (await add(transaction, person, visit))
  if (person.roles !== null) await setRoles(transaction, 'provider', [{ userId, roles: person.roles }], visit)
  return userId
}

async function visited(database: Database, person: SignedInPerson, visit: Visit): Promise<string | undefined> {
  const [user] = await database
    .update(users)
    .set(afterVisit(person, visit))
    .where(eq(users.subject, person.subject))
    .returning({ id: users.id })
  return user?.id
}

/** From now on the account is this person's alone; of two who come at once with different accounts one is. */
async function bindAnnounced(database: Database, person: SignedInPerson, visit: Visit): Promise<string | undefined> {
  const announced = await findAnnounced(database, person)
  if (!announced) return undefined
  const [user] = await database
    .update(users)
    .set({ ...afterVisit(person, visit), subject: person.subject, hasPassword: true })
    .where(and(eq(users.id, announced.id), isNull(users.subject)))
    .returning({ id: users.id })
  return user?.id
}

/** Who was announced without a name is called as the provider calls them. */
function afterVisit({ firstName, lastName, patronym }: SignedInPerson, { language, now }: Visit) {
  const orTold = (known: AnyPgColumn, told: string | null) =>
    sql<string>`case when ${users.firstName} = '' and ${users.lastName} = '' then ${told} else ${known} end`
  return {
    ...{ lastSignInAt: now, language },
    ...{ firstName: orTold(users.firstName, firstName), lastName: orTold(users.lastName, lastName) },
    patronym: orTold(users.patronym, patronym),
  }
}

/** An address that several people have, or somebody with an account, says nothing about who has come. */
async function findAnnounced(database: Database, { email, phone }: SignedInPerson) {
  const owners = database.select({ id: users.id, subject: users.subject })
  const places = [email && sql`lower(${users.email}) = ${email.toLowerCase()}`, phone && eq(users.phone, phone)]
  for (const place of places) {
    if (!place) continue
    const [owner, ...others] = await owners.from(users).where(place).limit(2)
    if (owner) return others.length === 0 && owner.subject === null ? owner : null
  }
  return null
}

async function add(database: Database, person: SignedInPerson, visit: Visit): Promise<string> {
  const { subject, firstName, lastName, patronym, email, phone } = person
  await database
    .insert(users)
    .values({ subject, firstName, lastName, patronym, email, phone, hasPassword: true })
    .onConflictDoNothing({ target: users.subject })
  const id = await visited(database, person, visit)
  return id ?? refuse('internal-error', 'The person who signed in was not stored')
}
