import type { Locale } from '#contract/enumerations.ts'
import { groupsHeld, type RoleGroup } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { type DemoAccount, demoAccounts, demoSubject } from '#server/demo/people/accounts.ts'
import { findAccountsByLogin } from './accounts.ts'

export type DemoAccountEntry = {
  login: string
  subject: string
  title: Record<Locale, string>
  name: string
  initials: string
}
export type DemoAccountSection = { kind: RoleGroup | 'special'; people: DemoAccountEntry[] }

const kinds = ['parent', 'student', 'teacher', 'admin', 'special'] as const

/** Demo accounts that exist in the database, by role group. Accounts with several groups or none are `special`. */
export async function findDemoAccountSections(database: Database): Promise<DemoAccountSection[]> {
  const stored = await findAccountsByLogin(
    database,
    demoAccounts.map(({ login }) => login),
  )
  const present = demoAccounts.filter(({ login }) =>
    stored.some((account) => account.login === login && account.subject === demoSubject(login)),
  )
  return kinds
    .map((kind) => ({ kind, people: present.filter((account) => kindOf(account) === kind).map(personOf) }))
    .filter(({ people }) => people.length > 0)
}

function kindOf({ roles }: DemoAccount): DemoAccountSection['kind'] {
  const [only, ...others] = groupsHeld(roles)
  return only === undefined || others.length > 0 ? 'special' : only
}

function personOf({ login, title, titleEn, firstName, lastName }: DemoAccount): DemoAccountEntry {
  return {
    login,
    subject: demoSubject(login),
    title: { ru: title, en: titleEn },
    name: `${firstName} ${lastName}`,
    initials: firstName.slice(0, 1) + lastName.slice(0, 1),
  }
}
