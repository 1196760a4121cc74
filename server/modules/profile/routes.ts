import { asc, eq } from 'drizzle-orm'
import { changeProfile as changeProfileCall, getProfile, listChildren } from '#contract/profile.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { serve } from '#server/plugins/calls.ts'
import type { App } from '#server/surroundings.ts'
import { changeProfile } from './change-profile.ts'
import { profileOf } from './profile.ts'

export async function profileRoutes(app: App): Promise<void> {
  serve(app, getProfile, ({ session }) => profileOf(session))

  serve(app, changeProfileCall, ({ session, body, language }) =>
    changeProfile(app, { session, changes: body, language }),
  )

  serve(app, listChildren, ({ session }) =>
    app.database
      .select({
        uuid: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        patronym: users.patronym,
        avatar: users.avatar,
        grade: users.grade,
      })
      .from(guardianships)
      .innerJoin(users, eq(users.id, guardianships.childId))
      .where(eq(guardianships.guardianId, session.userId))
      .orderBy(asc(users.lastName), asc(users.firstName), asc(users.id)),
  )
}
