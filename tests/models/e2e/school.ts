import { eq } from 'drizzle-orm'
import type { Role } from '#contract/roles.ts'
import { users } from '#server/db/schema/people.ts'
import { openTransferSchool, type TransferSchool } from '#tests/support/schools/transfer-school.ts'
import type { TestServer } from './test-server.ts'

const schools = new WeakMap<TestServer, Promise<TransferSchool>>()

/** The school of a server, created once; each path adds separate data. */
export function schoolOf(real: TestServer): Promise<TransferSchool> {
  const school = schools.get(real) ?? openTransferSchool(real.server)
  schools.set(real, school)
  return school
}

let numbers = 0

type PersonOptions = { roles?: readonly Role[]; name?: { firstName: string; lastName: string }; confirmed: boolean }

/** A new signed-in user with a unique phone and no email. */
export async function newPerson(
  { server, database }: TestServer,
  { roles = ['parent'], name = { firstName: 'Анна', lastName: 'Белова' }, confirmed }: PersonOptions,
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
