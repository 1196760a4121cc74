import type { ScheduleGroup } from '#src/api/schedule.ts'
import type { SessionContext } from '#src/machines/session-setup.ts'

/**
 * Which family of calls serves the person (D-8); null where the role group has no schedule.
 * A visitor asks as a student: the 401 is what leads to sign-in (D-6).
 */
export function familyOf({ user, roleGroup }: Pick<SessionContext, 'user' | 'roleGroup'>): ScheduleGroup | null {
  if (user === null) return 'student'
  return roleGroup === 'parent' || roleGroup === 'student' ? roleGroup : null
}
