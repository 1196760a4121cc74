import { eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { users } from '#server/db/schema/people.ts'
import type { RealServer } from './real-server.ts'

let numbers = 0

/** Somebody whom the school has not seen before, signed in; with a phone of their own, and no email. */
export async function newPerson(
  { server, database }: RealServer,
  {
    roles = ['parent'],
    name = ['Анна', 'Белова'],
    confirmed,
  }: { roles?: readonly Role[]; name?: readonly [string, string]; confirmed: boolean },
) {
  numbers += 1
  const phone = `+7916${String(numbers).padStart(7, '0')}`
  const person = await server.signInAs({ roles, ...(confirmed && { twoFactorLastCheck: server.clock.now }) })
  const [firstName, lastName] = name
  await database.update(users).set({ firstName, lastName, phone }).where(eq(users.id, person.userId))
  return { ...person, phone, number: numbers }
}
