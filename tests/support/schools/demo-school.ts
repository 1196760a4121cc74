import { eq } from 'drizzle-orm'
import type { RoleGroup } from '#contract/roles.ts'
import { users } from '#server/db/schema/people.ts'
import { type DemoLogin, demoSubject } from '#server/idp/accounts/demo-accounts.ts'
import { openTestApp } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { openDemoDatabase } from './demo-database.ts'

/** The current time for the demo school: a Friday with lessons. */
const demoNow = new Date('2026-11-20T09:00:00Z')

/** A server with the demo school for a suite. Each other time or size costs a seeding of its own. */
export function openDemoSchool({ now = demoNow, families = 60 } = {}) {
  const server = openForSuite(async () => {
    const opened = await openDemoDatabase(now, families)
    const app = await openTestApp({ now, opened })
    return { ...app, close: () => app.close().finally(opened.close) }
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
