import type { linkedAccounts } from '#server/db/schema/identity.ts'
import type { personalDetails } from '#server/db/schema/tax.ts'
import { type DemoLogin, demoSubject, loginWithoutPassword } from '#server/idp/accounts/demo-accounts.ts'
import type { People, Person } from './people.ts'

/** Unassigned tax numbers with valid check digits. */
const known = [
  { firstName: 'Ольга', taxNumber: '779912345644', bornOn: '1984-03-07' },
  { firstName: 'Артём', taxNumber: '779912345718', bornOn: '2012-05-20' },
  { firstName: 'Мария', taxNumber: '779988001139', bornOn: '2010-09-02' },
  { firstName: 'Даниил', taxNumber: '779988002196', bornOn: '2009-12-15' },
  { firstName: 'Тимур', taxNumber: '779988003143', bornOn: '2009-06-30' },
] as const

/** One family and one adult student have complete personal details; the others have none. */
export function personalDetailRows({ users, guardianships }: People): (typeof personalDetails.$inferInsert)[] {
  const [parent, student] = [demoSubject('family'), demoSubject('innopolis-student')].map((subject) =>
    users.find((user) => user.subject === subject),
  )
  const children = guardianships.filter(({ guardianId }) => guardianId === parent?.id).map(({ childId }) => childId)
  const family = users.filter(({ id }) => id === parent?.id || id === student?.id || children.includes(id))
  return family.flatMap(({ id, firstName, createdAt }) => {
    const details = known.find((each) => each.firstName === firstName)
    return details
      ? [{ userId: id, taxNumber: details.taxNumber, bornOn: details.bornOn, updatedAt: createdAt as Date }]
      : []
  })
}

/** Accounts of the demo people at the demo providers. Linking `olga.sokolova` to another account is refused. */
const linked: readonly { login: DemoLogin; provider: string; account: string }[] = [
  { login: 'family', provider: 'vk', account: 'olga.sokolova' },
  { login: loginWithoutPassword, provider: 'yandex', account: 'kirill.tarasov' },
]

export function linkedAccountRows(people: readonly Person[]): (typeof linkedAccounts.$inferInsert)[] {
  return linked.flatMap(({ login, provider, account }) => {
    const person = people.find(({ subject }) => subject === demoSubject(login))
    if (!person?.createdAt) return []
    return { userId: person.id, provider, externalSubject: account, login: account, linkedAt: person.createdAt }
  })
}
