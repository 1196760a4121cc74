import type { linkedAccounts } from '#server/db/schema/identity.ts'
import { type DemoLogin, demoSubject, loginWithoutPassword } from './accounts.ts'
import type { Person } from './people.ts'

/** Accounts of the invented people at the invented providers. Whoever else tries to link `olga.sokolova` finds it taken. */
const linked: readonly { login: DemoLogin; provider: string; account: string }[] = [
  { login: 'family', provider: 'vk', account: 'olga.sokolova' },
  { login: loginWithoutPassword, provider: 'yandex', account: 'kirill.tarasov' },
]

export function linkedAccountsOf(people: readonly Person[]): (typeof linkedAccounts.$inferInsert)[] {
  return linked.flatMap(({ login, provider, account }) => {
    const person = people.find(({ subject }) => subject === demoSubject(login))
    if (!person?.createdAt) return []
    return { userId: person.id, provider, externalSubject: account, login: account, linkedAt: person.createdAt }
  })
}
