import type { LoginAsObstacle } from '#contract/enumerations.ts'
import { type Role, roles, rolesOfGroup } from '#contract/roles.ts'

type Rights = { userId: string; roles: readonly Role[] }

const isChief = ({ roles }: Rights) => roles.includes('super_administrator')
const isOfStaff = ({ roles }: Rights) => roles.some((role) => rolesOfGroup.admin.includes(role))

/**
 * Why an administrator may not lock, sign out or invite a user or change the user's roles. Rights of administration are
 * above the administrators: only a super administrator acts on their holders, and no user of the panel on a super
 * administrator.
 */
export function accountControlObstacle(administrator: Rights, subject: Rights): LoginAsObstacle | null {
  if (administrator.userId === subject.userId) return 'oneself'
  if (isChief(subject)) return 'not-weaker'
  return isOfStaff(subject) && !isChief(administrator) ? 'not-weaker' : null
}

/** The roles that an administrator may give and take. The first super administrator comes from the provider or the import. */
export function assignableRoles(administrator: Rights): Role[] {
  return roles.filter(
    (role) => role !== 'super_administrator' && (isChief(administrator) || !rolesOfGroup.admin.includes(role)),
  )
}
