import type { linkedAccounts } from '#server/db/schema/identity.ts'
import { type DemoLogin, demoSubject, loginWithoutPassword } from '#server/idp/demo-accounts.ts'
import type { Person } from './people.ts'

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
