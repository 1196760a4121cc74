import { eq } from 'drizzle-orm'
import type { RoleGroup } from '#contract/roles.ts'
import { users } from '#server/db/schema/people.ts'
import { type SeedOptions, seedDemo } from '#server/demo/seed.ts'
import { type DemoLogin, demoSubject } from '#server/idp/demo-accounts.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

/** A server with the demo school for a suite, by default on a Friday with lessons. */
export function openDemoSchool({
  now = '2026-11-20T09:00:00Z',
  ...seed
}: { now?: string } & Pick<SeedOptions, 'families'> = {}) {
  const server = openForSuite(async () => {
    const opened = await openTestApp({ now: new Date(now) })
    await seedDemo(opened.opened.database, { clock: () => opened.clock.now, ...seed })
    return opened
  })
  return {
    server,
    async signIn(login: DemoLogin, group?: RoleGroup) {
      const found = eq(users.subject, demoSubject(login))
      const [user] = await server.opened.database.select({ id: users.id }).from(users).where(found)
      if (!user) throw new Error(`The demo school has no ${login}`)
      return server.signInAs({ roles: [], userId: user.id, ...(group && { group }) })
    },
  }
}
