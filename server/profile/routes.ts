import { sql } from 'drizzle-orm'
import {
  changeProfile as changeProfileCall,
  type FamilyChild,
  getProfile,
  listChildren,
} from '#contract/people/profile.ts'
import { selectWithheldOf } from '#server/access/family-rights.ts'
import { byName } from '#server/access/user-columns.ts'
import { canSignIn } from '#server/access/user-status.ts'
import { visibleStudents } from '#server/access/visible-students.ts'
import type { App } from '#server/app-types.ts'
import { selectJson, toRawJsonList } from '#server/db/json-select.ts'
import { users } from '#server/db/schema/people.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { changeProfile, findProfile } from './profile.ts'

export async function profileRoutes(app: App): Promise<void> {
  registerCall(app, getProfile, ({ session }) => findProfile(app, session))

  registerCall(app, changeProfileCall, ({ session, body, language }) =>
    changeProfile(app, { session, changes: body, language }),
  )

  const userId = sql.placeholder('userId')
  const { id: uuid, firstName, lastName, patronym, avatar, grade } = users
  const children = app.database
    .select(
      selectJson<FamilyChild>({
        uuid,
        firstName,
        lastName,
        patronym,
        avatar,
        grade,
        canSignIn: sql<boolean>`${canSignIn}`,
        withheld: selectWithheldOf({ guardianId: userId, childId: uuid }),
      }),
    )
    .from(users)
    .where(sql`${uuid} in ${visibleStudents({ roleGroup: 'parent', userId }, 'relation')}`)
    .orderBy(...byName)
    .prepare('children')

  registerCall(app, listChildren, async ({ session: { userId } }) =>
    toRawJsonList<FamilyChild>(await children.execute({ userId })),
  )
}
