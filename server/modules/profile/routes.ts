import { asc, eq, sql } from 'drizzle-orm'
import { changeProfile as changeProfileCall, getProfile, listChildren } from '#contract/profile.ts'
import type { Child } from '#contract/shapes.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { spell, spelledList } from '#server/db/spelled.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { changeProfile } from './change-profile.ts'
import { profileOf } from './profile.ts'

export async function profileRoutes(app: App): Promise<void> {
  serve(app, getProfile, ({ session }) => profileOf(session))

  serve(app, changeProfileCall, ({ session, body, language }) =>
    changeProfile(app, { session, changes: body, language }),
  )

  const { id: uuid, firstName, lastName, patronym, avatar, grade } = users
  const children = app.database
    .select(spell<Child>({ uuid, firstName, lastName, patronym, avatar, grade }))
    .from(guardianships)
    .innerJoin(users, eq(uuid, guardianships.childId))
    .where(eq(guardianships.guardianId, sql.placeholder('userId')))
    .orderBy(asc(lastName), asc(firstName), asc(uuid))
    .prepare('children')

  serve(app, listChildren, async ({ session: { userId } }) => spelledList<Child>(await children.execute({ userId })))
}
