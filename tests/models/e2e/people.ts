import { eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { users } from '#server/db/schema/people.ts'
import type { RealServer } from '#tests/model-runner/e2e/test-server.ts'

let numbers = 0

type Wishes = { roles?: readonly Role[]; name?: { firstName: string; lastName: string }; confirmed: boolean }

/** A new signed-in user with a unique phone and no email. */
export async function newPerson(
  { server, database }: RealServer,
  { roles = ['parent'], name = { firstName: 'Анна', lastName: 'Белова' }, confirmed }: Wishes,
) {
  numbers += 1
  const phone = `+7916${String(numbers).padStart(7, '0')}`
  const person = await server.signInAs({ roles, ...(confirmed && { twoFactorLastCheck: server.clock.now }) })
  await database
    .update(users)
    .set({ ...name, phone })
    .where(eq(users.id, person.userId))
  return { ...person, ...name, phone, number: numbers }
}
