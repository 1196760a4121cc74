import type { SessionContext } from '#src/machines/session-setup.ts'

/** The page asks the children's calls, so it is for the parent group (D-8), and for visitors, whom the 401 leads to sign-in (D-6). */
export function isForParents({ user, roleGroup }: Pick<SessionContext, 'user' | 'roleGroup'>): boolean {
  return user === null || roleGroup === 'parent'
}
