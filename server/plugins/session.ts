import type { Role, RoleGroup } from '#contract/roles.ts'

export type Session = {
  id: string
  userId: string
  roles: Role[]
  /** The selected role group (D-12); null for a person without a role. */
  group: RoleGroup | null
  isLoggedAs: boolean
  /** Who looks through this session while it is an impersonation (D-37). */
  administrator: { userId: string; name: string; until: Date } | null
  twoFactorLastCheck: Date | null
  startedAt: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
  }
}
