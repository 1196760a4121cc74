import type { ScheduleGroup } from '#src/api/schedule.ts'
import type { SessionContext } from '#src/machines/session-setup.ts'

/**
 * Which family of calls serves the person (D-8); nobody else is let in.
 * A visitor asks as a student: the 401 is what leads to sign-in (D-6).
 */
export function familyOf({ roleGroup }: Pick<SessionContext, 'roleGroup'>): ScheduleGroup {
  return roleGroup === 'parent' ? 'parent' : 'student'
}
