import { randomUUID } from 'node:crypto'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Page } from 'playwright'
import { expect } from 'playwright/test'
import type { Role } from '#contract/roles.ts'
import { sessions } from '#server/db/schema/identity.ts'
import { userRoles } from '#server/db/schema/people.ts'
import { soon } from '#tests/model-runner/browser/polling.ts'
import { anna, boris, gleb, vera } from '#tests/models/sample-users.ts'
import { newPerson } from './school.ts'
import { type ProductStage, signIn, type TestServer } from './test-server.ts'

type Someone = Awaited<ReturnType<typeof newPerson>>
/** Users of the school by the user ids of the model. */
export type SessionData = { people: Record<string, Someone> }
export type SessionStage = ProductStage<SessionData>

/** Creates each user of the model in the school, with a name that is unique in the search of the admin panel. */
export async function openPeople(real: TestServer): Promise<SessionData> {
  const people: Record<string, Someone> = {}
  for (const { id, firstName, lastName, roles } of [anna, boris, vera, gleb]) {
    const name = { firstName, lastName: `${lastName}-${randomUUID().slice(0, 8)}` }
    people[id] = await newPerson(real, { roles: roles.map(({ name: role }) => role), name, confirmed: true })
  }
  return { people }
}

export function someone({ data }: SessionStage, id: string): Someone {
  const person = data.people[id]
  if (person === undefined) throw new Error(`There is no person ${id}`)
  return person
}

export async function opensAs(stage: SessionStage, person: { cookies: Record<string, string> }): Promise<void> {
  await signIn(stage, person)
  // A page that is still being redirected to sign-in would interrupt the navigation, once also that to the empty page.
  await expect(async () => void (await stage.page.goto('about:blank'))).toPass()
  await opensEvents(stage)
}

export async function opensEvents({ page }: SessionStage): Promise<void> {
  await page.goto('/events')
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))
}

/** Another tab of the same browser with a loaded page. */
export async function opensTab({ context }: SessionStage): Promise<Page> {
  const tab = await context.newPage()
  await tab.goto('/events')
  await soon(tab.getByRole('heading', { level: 1 })).toBeVisible()
  return tab
}

/** On another device, the user ends all other sessions. */
export async function endsElsewhere(stage: SessionStage, id: string): Promise<void> {
  const { server } = stage.server
  const { userId } = someone(stage, id)
  const other = await server.signInAs({ roles: [], userId, twoFactorLastCheck: server.clock.now })
  const { statusCode, body } = await other.call('DELETE /v1/profile/session/others')
  if (statusCode >= 400) throw new Error(`the other device was refused: ${body}`)
}

export async function setRoles(stage: SessionStage, id: string, roles: readonly Role[]): Promise<void> {
  const { database } = stage.server
  const { userId } = someone(stage, id)
  await database.delete(userRoles).where(eq(userRoles.userId, userId))
  if (roles.length > 0) await database.insert(userRoles).values(roles.map((role) => ({ userId, role })))
}

/** Users with an active impersonation. */
export async function seenBy(stage: SessionStage, id: string): Promise<(string | null)[]> {
  const isSeen = and(eq(sessions.userId, someone(stage, id).userId), isNotNull(sessions.administratorId))
  const rows = await stage.server.database.select({ by: sessions.administratorId }).from(sessions).where(isSeen)
  return rows.map(({ by }) => by)
}
