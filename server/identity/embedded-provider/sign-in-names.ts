import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import { isPhone, phoneFrom } from '#contract/phone.ts'
import type { Database } from '#server/db/client.ts'
import { providerAccounts } from '#server/db/schema/identity.ts'
import { users } from '#server/db/schema/people.ts'
import type { SignInNames } from '#server/identity/password-keeper.ts'
import { isPasswordOf } from './password.ts'

/** What somebody typed to say who they are, in the one form that counts: read again it is the same. */
export type SignInName = { kind: 'login' | 'email' | 'phone'; value: string }

/** As many as a family is. What more people than that share is nobody's name. */
const mostSharing = 4

const writtenAsPhone = /^[+(\d][\d\s().\u2010-\u2015\u2212-]{8,}$/

/** The name in what was typed, in any notation. */
export function readName(typed: string): SignInName {
  const text = typed.trim().slice(0, 254).toLowerCase()
  if (text.includes('@')) return { kind: 'email', value: text }
  const phone = phoneFrom(text)
  return writtenAsPhone.test(text) && isPhone(phone) ? { kind: 'phone', value: phone } : { kind: 'login', value: text }
}

/** What the login would be, if it is one: a number may have been taken for it. */
function loginsOf({ kind, value }: SignInName): string[] {
  return kind === 'phone' ? [value, value.slice(1), value.replace(/^\+7/, '8')] : [value]
}

export type NamedAccount = Awaited<ReturnType<typeof accountsNamed>>[number]

/** Whoever goes by this name: its login, the e-mail of the school's record, a phone that a code was sent to and came back from. */
export async function accountsNamed(database: Database, name: SignInName) {
  const { kind, value } = name
  const logins = loginsOf(name)
  const byLogin = database
    .select({ subject: sql<string | null>`${providerAccounts.subject}` })
    .from(providerAccounts)
    .where(inArray(providerAccounts.login, logins))
  const isContact = {
    login: sql`false`,
    email: eq(sql`lower(${users.email})`, value),
    phone: and(eq(users.phone, value), isNotNull(users.phoneVerifiedAt)),
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
    .limit(mostSharing + 1)
  return found.length > mostSharing ? found.filter(({ login }) => logins.includes(login)) : found
}

/**
 * Of those who go by the name the ones whose password this is, seldom more than one. However many there are, a password
 * is compared as often as the kind of name asks for: neither the answer nor its time tells whether there is anybody.
 */
export async function accountsOfPassword(
  accounts: readonly NamedAccount[],
  name: SignInName,
  password: string,
): Promise<NamedAccount[]> {
  const compared = Array.from({ length: name.kind === 'login' ? 1 : mostSharing }, (_, place) =>
    isPasswordOf(accounts[place]?.passwordHash ?? null, password),
  )
  const isRight = await Promise.all(compared)
  return accounts.filter((_, place) => isRight[place])
}

/** With what a person signs in besides a linked account, what is easiest to remember first. */
export async function signInNamesOf(database: Database, subject: string): Promise<SignInNames> {
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
  const isMine = async ({ value }: { value: string }) =>
    (await accountsNamed(database, readName(value))).some((one) => one.subject === subject)
  const mine = await Promise.all(names.map(isMine))
  return names.filter((_, place) => mine[place])
}
