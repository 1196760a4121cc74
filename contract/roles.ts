/** Roles, role groups and checks (S6, D-7, D-10). Pure; both sides decide with these functions. */

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

/** In the order in which a group is chosen when none is remembered (D-10). */
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

export const roleChecks = ['admin', 'parent', 'teacher', 'student'] as const
export type RoleCheck = (typeof roleChecks)[number]

/** A check names single roles, not a group (D-7): `spo_parent` passes no parent check. */
export const rolesOfCheck: Record<RoleCheck, readonly Role[]> = {
  admin: ['administrator', 'super_administrator', 'user_manager'],
  parent: ['parent'],
  teacher: ['teacher'],
  student: ['student'],
}

/** S6 also names `admin_u2035` as `u2035_admin`; a role nobody knows is left out. */
export function knownRoles(names: readonly { name: string }[]): Role[] {
  return names
    .map(({ name }) => (name === 'u2035_admin' ? 'admin_u2035' : name))
    .filter((name): name is Role => (roles as readonly string[]).includes(name))
}

export function groupsHeld(held: readonly Role[]): RoleGroup[] {
  return roleGroups.filter((group) => rolesOfGroup[group].some((role) => held.includes(role)))
}

/** The remembered group if the user holds it, else the first group held (S4, D-10); null for a person without a role. */
export function selectGroup(held: readonly Role[], remembered: string | null | undefined): RoleGroup | null {
  const groups = groupsHeld(held)
  return groups.find((group) => group === remembered) ?? groups[0] ?? null
}

/** Role checks look only at the roles that belong to the selected group (S6). */
export function rolesInGroup(held: readonly Role[], group: RoleGroup | null): Role[] {
  return group === null ? [] : held.filter((role) => rolesOfGroup[group].includes(role))
}

export function passes(check: RoleCheck, rolesOfSelectedGroup: readonly Role[]): boolean {
  return rolesOfSelectedGroup.some((role) => rolesOfCheck[check].includes(role))
}

/** The cookie that remembers the group of one user (D-12). */
export function roleGroupCookieName(userId: string): string {
  return `roleGroup_${userId}`
}
