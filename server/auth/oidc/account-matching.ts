import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Locale } from '#contract/enumerations.ts'
import type { MatchFailure } from '#contract/people/audit.ts'
import { accountsOf, keptAccountOf, lockAccountJoins } from '#server/access/joined-accounts.ts'
import { hasEmail, hasPhone, hasStaffRole } from '#server/access/user-columns.ts'
import type { Database } from '#server/db/client.ts'
import { accountJoins } from '#server/db/schema/account-joins.ts'
import { users } from '#server/db/schema/people.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { setRoles } from '#server/roles/set-roles.ts'
import { audit } from '#server/security/audit-log.ts'
import type { OidcUser } from './client.ts'
import { isSubject } from './issuer.ts'
import { SignInError } from './sign-in-error.ts'
import type { MatchingRules } from './sign-in-providers.ts'

/** `issuer` and `matching` are those of `SignInProvider`. */
type Visit = { issuer: string; matching: MatchingRules; language: Locale; now: Date; log: FastifyBaseLogger }

/**
 * Finds or creates the user of a provider account: by issuer and `sub`, else by a verified email or phone of a user
 * without an account, else a new user without roles. Data of known users is not overwritten; only roles from the provider
 * are updated. A provider that is not for staff signs no staff in.
 */
export async function matchAccount(transaction: Database, person: OidcUser, visit: Visit): Promise<string> {
  await lockAccountJoins(transaction, 'share')
  const userId = (await findBySubject(transaction, person, visit)) ?? (await matchContacts(transaction, person, visit))
  await refuseLocked(transaction, userId)
  if (person.roles !== null)
    await setRoles(transaction, { issuer: visit.issuer }, [{ userId, roles: person.roles }], visit)
  if (!visit.matching.isForStaff) await refuseStaff(transaction, userId, visit)
  return userId
}

/** The user's row is locked by now, so an account that is being locked is seen. */
async function refuseLocked(transaction: Database, userId: string): Promise<void> {
  const [user] = await transaction.select({ lockedAt: users.lockedAt }).from(users).where(eq(users.id, userId))
  if (!user?.lockedAt) return
  const facts = { setting: null, expected: 'an account that is open', seen: 'an account that the school has locked' }
  throw new SignInError('account-locked', facts, { subjectId: userId })
}

/**
 * People who got a role of staff after they had signed in for the first time. An account that an administrator has joined
 * with one of a provider for staff is accepted.
 */
async function refuseStaff(transaction: Database, userId: string, { issuer, matching }: Visit): Promise<void> {
  if (!(await isStaff(transaction, userId))) return
  const own = accountsOf(userId)
  const isOfStaffProvider = and(sql`${users.id} in ${own}`, inArray(users.issuer, [...matching.staffIssuers]))
  const isOwnJoin = and(
    sql`${accountJoins.joinedId} in ${own}`,
    sql`${accountJoins.byId} in ${own}`,
    isNull(accountJoins.undoneAt),
  )
  const isJoined = (await transaction.$count(users, isOfStaffProvider)) > 0
  if (isJoined && (await transaction.$count(accountJoins, isOwnJoin)) === 0) return
  const seen = `a person with roles of staff at ${issuer}`
  const facts = { setting: 'SCHOOL_FILE', expected: 'a provider with "staff": true', seen }
  throw new SignInError('account-of-staff', facts, { subjectId: userId })
}

export async function isStaff(database: Database, userId: string): Promise<boolean> {
  return (await database.$count(users, and(eq(users.id, userId), hasStaffRole(users.id)))) > 0
}

async function findBySubject(database: Database, person: OidcUser, visit: Visit): Promise<string | undefined> {
  const [user] = await database
    .update(users)
    .set(signInColumns(person, visit))
    .where(sql`${users.id} = ${keptAccountOf(isSubject({ ...person, ...visit }))}`)
    .returning({ id: users.id })
  return user?.id
}

/** The first sign-in of an account. A person of the school who was not found by contacts then has two accounts. */
async function matchContacts(database: Database, person: OidcUser, visit: Visit): Promise<string> {
  const { owner, failure } = await findByContact(database, person, visit.matching)
  const bound = owner && (await bindAccount(database, owner, person, visit))
  if (bound) return bound
  // With the contact of that person the account would stand in the way of the person's own first sign-in.
  const isOfAnother = failure === 'staffContact' || failure === 'contactsIgnored'
  const contacts = isOfAnother ? { email: null, phone: null } : {}
  const userId = await createUser(database, { ...person, ...contacts }, visit)
  const reason: MatchFailure | null = owner ? 'boundContact' : failure
  if (reason) {
    visit.log.warn({ userId, issuer: visit.issuer, reason }, 'an account was not matched to a person of the school')
    const entry = { at: visit.now, action: 'session.match-failed', detail: reason } as const
    await audit(database, { ...entry, actorId: userId, subjectId: userId })
  }
  return userId
}

/** Binds the account to the user. Of two concurrent sign-ins with different accounts one succeeds. */
async function bindAccount(
  database: Database,
  userId: string,
  person: OidcUser,
  visit: Visit,
): Promise<string | undefined> {
  const { issuer } = visit
  const [user] = await database
    .update(users)
    .set({ ...signInColumns(person, visit), subject: person.subject, issuer, hasPassword: true })
    .where(and(eq(users.id, userId), isNull(users.subject)))
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

/**
 * The user without an account who has a contact of the provider. A contact shared by several users, or of a user with an
 * account, does not identify the user; neither does one that the provider has not verified.
 */
async function findByContact(
  database: Database,
  { email, phone, unverified }: OidcUser,
  { isForStaff, matchesContacts }: MatchingRules,
): Promise<{ owner?: string; failure: MatchFailure | null }> {
  const { id, subject } = users
  const owners = database.select({ id, subject, isStaff: hasStaffRole(id) })
  for (const isOwner of contactsOf(email, phone)) {
    const [owner, ...others] = await owners.from(users).where(isOwner).limit(2)
    if (!owner) continue
    if (!matchesContacts) return { failure: 'contactsIgnored' }
    if (others.length > 0) return { failure: 'sharedContact' }
    if (owner.subject !== null) return { failure: 'boundContact' }
    return !isForStaff && owner.isStaff ? { failure: 'staffContact' } : { owner: owner.id, failure: null }
  }
  const isUnverified = or(...contactsOf(unverified.email, unverified.phone))
  const hasOwner = isUnverified !== undefined && (await database.$count(users, isUnverified)) > 0
  return { failure: hasOwner ? 'unverifiedContact' : null }
}

function contactsOf(email: string | null, phone: string | null): SQL[] {
  return [email === null ? [] : hasEmail(email), phone === null ? [] : hasPhone(phone)].flat()
}

async function createUser(database: Database, person: OidcUser, visit: Visit): Promise<string> {
  const { subject, firstName, lastName, patronym, email, phone } = person
  const { issuer } = visit
  await database
    .insert(users)
    .values({ subject, issuer, firstName, lastName, patronym, email, phone, hasPassword: true })
    .onConflictDoNothing({ target: [users.subject, users.issuer] })
  const id = await findBySubject(database, person, visit)
  return id ?? throwProblem('internal-error', 'The user was not stored')
}
