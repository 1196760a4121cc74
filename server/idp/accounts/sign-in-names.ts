import { hash } from 'node:crypto'
import { and, asc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { canonicalEmail, parsePhone } from '#contract/people/contacts.ts'
import { hasEmail, hasPhone } from '#server/access/user-columns.ts'
import type { SignInNames } from '#server/auth/credentials/password-store.ts'
import type { Database } from '#server/db/client.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import { matchHashes, unreachableHash } from './password-hash.ts'

/** A parsed sign-in name in canonical form. */
export type SignInName = { kind: 'login' | 'email' | 'phone'; value: string }

/** Largest number of accounts that may share a contact. A contact of more accounts is not a sign-in name. */
const maxSharing = 4

const writtenAsPhone = /^[+(\d][\d\s().\u2010-\u2015\u2212-]{8,}$/

/** Parses a typed name in any notation. */
export function parseSignInName(typed: string): SignInName {
  const text = typed.trim().slice(0, 254).toLowerCase()
  if (text.includes('@')) return { kind: 'email', value: canonicalEmail(text) ?? text }
  const read = parsePhone(text)
  if (writtenAsPhone.test(text) && 'phone' in read) return { kind: 'phone', value: read.phone }
  return { kind: 'login', value: text }
}

/** Logins that the input may mean: a numeric login may look like a phone. */
function loginsOf({ kind, value }: SignInName): string[] {
  return kind === 'phone' ? [value, value.slice(1), value.replace(/^\+7/, '8')] : [value]
}

export type NamedAccount = Awaited<ReturnType<typeof findAccountsByName>>[number]

/** Accounts with this login, this email, or this confirmed phone. */
export async function findAccountsByName(database: Database, name: SignInName) {
  const { kind, value } = name
  const logins = loginsOf(name)
  const byLogin = database
    .select({ subject: sql<string | null>`${providerAccounts.subject}` })
    .from(providerAccounts)
    .where(inArray(providerAccounts.login, logins))
  const isContact = {
    login: sql`false`,
    email: hasEmail(value),
    phone: and(hasPhone(value), isNotNull(users.phoneVerifiedAt)),
  }[kind]
  const byContact = database
    .select({ subject: sql<string | null>`${users.subject}` })
    .from(users)
    .where(isContact)
  const found = await database
    .select({
      subject: providerAccounts.subject,
      userId: users.id,
      login: providerAccounts.login,
      name: providerAccounts.name,
      passwordHash: providerAccounts.passwordHash,
      email: users.email,
      phone: sql<string | null>`case when ${users.phoneVerifiedAt} is not null then ${users.phone} end`,
    })
    .from(providerAccounts)
    .leftJoin(users, eq(users.subject, providerAccounts.subject))
    .where(inArray(providerAccounts.subject, unionAll(byLogin, byContact)))
    .orderBy(asc(providerAccounts.name), asc(providerAccounts.subject))
    .limit(maxSharing + 1)
  return found.length > maxSharing ? found.filter(({ login }) => logins.includes(login)) : found
}

/**
 * Accounts whose password matches, usually one. The number of comparisons depends only on the kind of name, and a name
 * without an account is compared with hashes of others, so that timing does not reveal whether accounts exist.
 */
export async function filterByPassword(
  database: Database,
  accounts: readonly NamedAccount[],
  name: SignInName,
  password: string,
): Promise<NamedAccount[]> {
  const comparisons = name.kind === 'login' ? 1 : maxSharing
  const decoys = await findDecoyHashes(database, name, comparisons)
  const hashes = Array.from(
    { length: comparisons },
    (_, index) => accounts[index]?.passwordHash ?? decoys[index % decoys.length] ?? unreachableHash(),
  )
  const isRight = await matchHashes(hashes, password)
  return accounts.filter(({ passwordHash }, index) => passwordHash !== null && isRight[index])
}

/** Hashes of accounts that the name picks: they cost what real ones do, also while some were made at another cost. */
async function findDecoyHashes(database: Database, { value }: SignInName, count: number): Promise<string[]> {
  const { subject, passwordHash } = providerAccounts
  const found = await database
    .select({ passwordHash })
    .from(providerAccounts)
    .where(and(isNotNull(passwordHash), gte(subject, hash('sha256', value))))
    .orderBy(asc(subject))
    .limit(count)
  return found.flatMap((row) => row.passwordHash ?? [])
}

/** Names that the user can sign in with, the easiest to remember first. */
export async function findSignInNames(database: Database, subject: string): Promise<SignInNames> {
  const [account] = await database
    .select({ login: providerAccounts.login, email: users.email, phone: users.phone, since: users.phoneVerifiedAt })
    .from(providerAccounts)
    .leftJoin(users, eq(users.subject, providerAccounts.subject))
    .where(eq(providerAccounts.subject, subject))
  if (!account) return []
  const { login, email, phone, since } = account
  const names = [
    ...(email ? [{ kind: 'email' as const, value: email }] : []),
    ...(phone && since ? [{ kind: 'phone' as const, value: phone }] : []),
    { kind: 'login' as const, value: login },
  ]
  const identifiesAccount = async ({ value }: { value: string }) =>
    (await findAccountsByName(database, parseSignInName(value))).some((one) => one.subject === subject)
  const usable = await Promise.all(names.map(identifiesAccount))
  return names.filter((_, index) => usable[index])
}
