import { type SQL, sql } from 'drizzle-orm'
import type { UnseenSection } from '#contract/enumerations.ts'
import { listScheduleChanges } from '#contract/learning/schedule.ts'
import { countUnseen, listNewMarks, markSeen } from '#contract/learning/unseen.ts'
import { passesRoleCheck, rolesInGroup } from '#contract/roles.ts'
import { recipientRules, writableBranches } from '#server/access/ticket-recipients.ts'
import { prepareForRoleGroups } from '#server/access/visible-students.ts'
import type { App, Session } from '#server/app-types.ts'
import { throwProblem } from '#server/http/http-error.ts'
import { registerCall } from '#server/plugins/calls.ts'
import { countTicketsOfOffice, countTicketsOfTeacher, countUnreadAnswers } from '#server/tickets/unread-tickets.ts'
import { countNewMarks, prepareNewMarks } from './new-marks.ts'
import { countNewChanges, type FamilyParameters, prepareScheduleChanges } from './schedule-changes.ts'
import { saveItemsSeen, saveSectionSeen } from './seen-items.ts'

/** Unseen changes of the children in the parent group, of the user in the student group. */
export async function unseenRoutes(app: App) {
  const families = prepareForRoleGroups('seesLearning', (name, students) => unseenOf(app, name, students))

  const staff = { teacher: prepareTicketCount(app, 'teacher'), admin: prepareTicketCount(app, 'admin') }

  /** Other role groups have none. */
  const familyOf = ({ group }: Session) => (group === 'parent' || group === 'student' ? families[group] : null)
  const parameters = ({ userId }: Session) => ({ userId, now: app.clock().toISOString(), timeZone: app.env.TIME_ZONE })

  registerCall(app, listScheduleChanges, ({ session }) => familyOf(session)?.changes(parameters(session)) ?? [])
  registerCall(app, listNewMarks, ({ session }) => familyOf(session)?.marks(parameters(session)) ?? [])
  registerCall(app, countUnseen, ({ session }) => {
    const { group, roles, userId } = session
    const { today } = recipientRules(app)
    if (group === 'teacher') return staff.teacher({ userId, today })
    const isAdministrator = passesRoleCheck('admin', rolesInGroup(roles, group))
    return isAdministrator ? staff.admin({ userId, today }) : (familyOf(session)?.counts(parameters(session)) ?? [])
  })

  registerCall(
    app,
    markSeen,
    async ({ session, body: { section, at, item, items = item === undefined ? [] : [item] } }) => {
      const seenAt = new Date(Math.min(Date.parse(at), app.clock().getTime()))
      const look = { userId: session.userId, section, seenAt }
      if (items.length === 0) return saveSectionSeen(app.database, look)
      const itemIds = (await familyOf(session)?.itemIdsOf(section, parameters(session))) ?? []
      if (!items.every((id) => itemIds.includes(id))) throwProblem('not-found', 'No such unseen item of this user')
      return saveItemsSeen(app.database, look, items)
    },
  )
}

function unseenOf({ database }: App, name: string, students: SQL) {
  const counted = database
    .select({
      changes: countNewChanges(database, students).mapWith(Number),
      marks: countNewMarks(database, students).mapWith(Number),
      messages: countUnreadAnswers.mapWith(Number),
    })
    .from(sql`(values (1)) as once`)
    .prepare(`unseen_${name}`)
  const changes = prepareScheduleChanges(database, name, students)
  const marks = prepareNewMarks(database, name, students)
  return {
    changes,
    marks,
    /** Ids in the lists of a section: only these can be marked as seen. */
    async itemIdsOf(section: UnseenSection, parameters: FamilyParameters): Promise<string[]> {
      if (section === 'schedule') return (await changes(parameters)).parse().map(({ itemUuid }) => itemUuid)
      return (await marks(parameters)).parse().map(({ uuid }) => uuid)
    },
    async counts(parameters: FamilyParameters) {
      const [found] = await counted.execute(parameters)
      return [
        { section: 'schedule' as const, count: found?.changes ?? 0 },
        { section: 'grade-book' as const, count: found?.marks ?? 0 },
        { section: 'messages' as const, count: found?.messages ?? 0 },
      ]
    },
  }
}

/** Staff have only messages. */
function prepareTicketCount(app: App, group: 'teacher' | 'admin') {
  const { database } = app
  const rules = { today: sql.placeholder('today'), branches: writableBranches(app) }
  const query = database
    .select({ count: (group === 'teacher' ? countTicketsOfTeacher : countTicketsOfOffice)(rules).mapWith(Number) })
    .from(sql`(values (1)) as once`)
    .prepare(`unread_tickets_${group}`)
  return async (viewer: { userId: string; today: string }) => {
    const [found] = await query.execute(viewer)
    return [{ section: 'messages' as const, count: found?.count ?? 0 }]
  }
}
