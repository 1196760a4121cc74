import type { LoginAsObstacle } from '#contract/enumerations.ts'
import { type Role, roles, rolesOfGroup } from '#contract/roles.ts'

type Rights = { userId: string; roles: readonly Role[] }

const isChief = ({ roles }: Pick<Rights, 'roles'>) => roles.includes('super_administrator')

/**
 * Roles whose holders an administrator does not control: rights of administration are above the administrators, and a
 * super administrator is above all users of the panel.
 */
export function rolesAbove(administrator: Pick<Rights, 'roles'>): readonly Role[] {
  return isChief(administrator) ? ['super_administrator'] : rolesOfGroup.admin
}

/** Why an administrator may not lock, sign out or invite a user or change the user's roles. */
export function accountControlObstacle(administrator: Rights, subject: Rights): LoginAsObstacle | null {
  if (administrator.userId === subject.userId) return 'oneself'
  const above = rolesAbove(administrator)
  return subject.roles.some((role) => above.includes(role)) ? 'not-weaker' : null
}

/** The roles that an administrator may give and take. The first super administrator comes from the provider or the import. */
export function assignableRoles(administrator: Pick<Rights, 'roles'>): Role[] {
  const above = rolesAbove(administrator)
  return roles.filter((role) => !above.includes(role))
}
