/** Roles, role groups and role checks (S6), shared by browser and server. */

export const roles = [
  'student',
  'teacher',
  'parent',
  'super_administrator',
  'administrator',
  'user_manager',
  'team_leader',
  'admin_u2035',
  'innopolis_teacher',
  'innopolis_student',
  'innopolis_verificator',
  'rtk_user',
  'edcheck_user',
  'edcheck_student',
  'edcheck_parent',
  'spo_student',
  'spo_parent',
  'academy_student',
  'academy_parent',
] as const
export type Role = (typeof roles)[number]

export const roleGroups = ['admin', 'parent', 'student', 'teacher'] as const
export type RoleGroup = (typeof roleGroups)[number]

/** In the order of selection when no group is stored (D-10). */
export const rolesOfGroup: Record<RoleGroup, readonly Role[]> = {
  admin: [
    'administrator',
    'super_administrator',
    'user_manager',
    'team_leader',
    'admin_u2035',
    'innopolis_verificator',
  ],
  parent: ['parent', 'spo_parent', 'academy_parent', 'edcheck_parent'],
  student: [
    'student',
    'innopolis_student',
    'edcheck_student',
    'spo_student',
    'academy_student',
    'rtk_user',
    'edcheck_user',
  ],
  teacher: ['teacher', 'innopolis_teacher'],
}

/** The role that a guardian of a student with a role has. */
export const guardianRoleOf: Partial<Record<Role, Role>> = {
  student: 'parent',
  spo_student: 'spo_parent',
  academy_student: 'academy_parent',
  edcheck_student: 'edcheck_parent',
}

/** Roles of people who work at the school. */
export const staffRoles: readonly Role[] = [...rolesOfGroup.admin, ...rolesOfGroup.teacher]

const roleChecks = ['admin', 'parent', 'teacher', 'student'] as const
export type RoleCheck = (typeof roleChecks)[number]

/** A check lists single roles, not a group (D-7): `spo_parent` passes no parent check. */
export const rolesOfCheck: Record<RoleCheck, readonly Role[]> = {
  admin: ['administrator', 'super_administrator', 'user_manager'],
  parent: ['parent'],
  teacher: ['teacher'],
  student: ['student'],
}

/** Known roles of a user; unknown ones are left out. `u2035_admin` is another name of `admin_u2035`. */
export function knownRoles(names: readonly { name: string }[]): Role[] {
  return names
    .map(({ name }) => (name === 'u2035_admin' ? 'admin_u2035' : name))
    .filter((name): name is Role => (roles as readonly string[]).includes(name))
}

export function groupsHeld(held: readonly Role[]): RoleGroup[] {
  return roleGroups.filter((group) => rolesOfGroup[group].some((role) => held.includes(role)))
}

/** The stored group if the user has it, otherwise the first one; null without a role. */
export function selectGroup(held: readonly Role[], remembered: string | null | undefined): RoleGroup | null {
  const groups = groupsHeld(held)
  return groups.find((group) => group === remembered) ?? groups[0] ?? null
}

/** The roles of the selected group: role checks ignore others. */
export function rolesInGroup(held: readonly Role[], group: RoleGroup | null): Role[] {
  return group === null ? [] : held.filter((role) => rolesOfGroup[group].includes(role))
}

export function passesRoleCheck(check: RoleCheck, rolesOfSelectedGroup: readonly Role[]): boolean {
  return rolesOfSelectedGroup.some((role) => rolesOfCheck[check].includes(role))
}

/** Name of the cookie with the role group of a user (D-12). */
export function roleGroupCookieName(userId: string): string {
  return `roleGroup_${userId}`
}
