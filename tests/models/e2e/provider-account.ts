import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema/people.ts'
import { addProviderAccounts } from '#server/idp/accounts.ts'
import { demoPassword } from '#server/idp/demo-accounts.ts'
import { hashPassword } from '#server/idp/password-hash.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { newPerson } from './school.ts'
import type { ProductStage, TestServer } from './test-server.ts'

/** A parent who signs in with a password at the identity provider. */
export type AccountData = { person: Awaited<ReturnType<typeof newPerson>>; login: string }

let passwordHash: Promise<string> | null = null

export async function openAccount(server: TestServer): Promise<AccountData> {
  const person = await newPerson(server, { confirmed: false })
  const login = `parent-${randomUUID().slice(0, 8)}`
  passwordHash ??= hashPassword(demoPassword)
  const account = { subject: login, login, name: 'Анна Белова', passwordHash: await passwordHash }
  await addProviderAccounts(server.database, [account])
  await server.database.update(users).set({ subject: login }).where(eq(users.id, person.userId))
  return { person, login }
}

/** Opens a page that asks to sign in, and signs in at the provider, which leads to the page of the result. */
export async function signInAtProvider({ page, data }: ProductStage<AccountData>, address: string): Promise<void> {
  await page.goto(address)
  await page.getByLabel('Логин').fill(data.login)
  await page.getByLabel('Пароль', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Войти', exact: true }).click()
  await soon(page).toHaveURL(({ pathname }) => pathname === '/auth/oauth-result')
}
