import type { FastifyInstance } from 'fastify'
import type { Access, Call } from '#contract/call.ts'
import type { CallLimitName } from '#contract/call-limits.ts'
import type { Role, RoleGroup } from '#contract/roles.ts'
import type { Database } from './db/client.ts'
import type { Env } from './env.ts'
import type { LinkClients } from './identity/link-providers.ts'
import type { OidcClient } from './identity/oidc-client.ts'
import type { PasswordKeeper } from './identity/password-keeper.ts'
import type { SessionRow } from './identity/sessions.ts'

/** Forgets, in our transaction, wherever the provider knows the person. */
export type EndProviderSessions = (transaction: Database, subject: string) => Promise<void>

/** What plugins and modules find around them. Types only: whoever needs one does not import the app that is built of them all. */
export type App = FastifyInstance

/** Who makes a request (D-1). */
export type Session = {
  id: string
  userId: string
  roles: Role[]
  /** The selected role group (D-12); null for a person without a role. */
  group: RoleGroup | null
  isLoggedAs: boolean
  /** Who looks through this session while it is an impersonation (D-37). */
  administrator: { userId: string; sessionId: string; name: string; until: Date } | null
  twoFactorLastCheck: Date | null
  /** Read with the session, so that the profile costs no second query. */
  user: SessionRow['user']
}

declare module 'fastify' {
  interface FastifyInstance {
    env: Env
    clock: () => Date
    database: Database
    oidc: OidcClient
    /** Null where sign-in is somebody else's and nobody said how to reach its passwords (`IAM_PASSWORD_URL`). */
    passwords: PasswordKeeper | null
    links: LinkClients
    /** Null where the provider keeps its sessions to itself: it is asked to sign people in anew (`prompt=login`). */
    endProviderSessions: EndProviderSessions | null
  }
  interface FastifyRequest {
    session: Session | null
  }
  interface FastifyContextConfig {
    /** Who may ask for this address; every address under /api has it. */
    access?: Access
    /** The declared call that this address is. */
    call?: Call
    /** How often it may be asked for; that of a declared call is in its declaration. */
    limit?: CallLimitName | undefined
    /** People go there themselves: a refusal must be a page. */
    isVisited?: true
  }
}
