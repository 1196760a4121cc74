import type { Locale } from '#contract/enumerations.ts'
import { groupsHeld, type RoleGroup } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { type DemoAccount, demoAccounts, demoSubject } from '#server/db/demo/accounts.ts'
import { accountsOfLogins } from './accounts.ts'

export type DemoPerson = {
  login: string
  subject: string
  title: Record<Locale, string>
  name: string
  initials: string
}
export type DemoSection = { kind: RoleGroup | 'special'; people: DemoPerson[] }

const kinds = ['parent', 'student', 'teacher', 'admin', 'special'] as const

/** The demo accounts that really are in the database, by kind: whoever holds several role groups, or none, is special. */
export async function demoSections(database: Database): Promise<DemoSection[]> {
  const stored = await accountsOfLogins(
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

function kindOf({ roles }: DemoAccount): DemoSection['kind'] {
  const [only, ...others] = groupsHeld(roles)
  return only === undefined || others.length > 0 ? 'special' : only
}

function personOf({ login, title, titleEn, firstName, lastName }: DemoAccount): DemoPerson {
  return {
    login,
    subject: demoSubject(login),
    title: { ru: title, en: titleEn },
    name: `${firstName} ${lastName}`,
    initials: firstName.slice(0, 1) + lastName.slice(0, 1),
  }
}
