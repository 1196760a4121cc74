import type { FastifyInstance } from 'fastify'
import type { LimitFunction } from 'p-limit'
import type { Access, Call } from '#contract/call.ts'
import type { CallLimitName } from '#contract/call-limits.ts'
import type { RouteName } from '#contract/enumerations.ts'
import type { DescribeList } from '#contract/people/list-files.ts'
import type { Role, RoleGroup } from '#contract/roles.ts'
import type { PaymentProvider } from './billing/providers/payment-provider.ts'
import type { Database } from './db/client.ts'
import type { users } from './db/schema/people.ts'
import type { Env } from './environment/env.ts'

/** Ends all of the person's sessions at the provider, in the given transaction. */
export type EndProviderSessions = (transaction: Database, subject: string) => Promise<void>

/** The app as plugins and modules see it. They import this type instead of `server/app.ts`, which imports them. */
export type App = FastifyInstance

/** The session of a request. */
export type Session = {
  id: string
  userId: string
  roles: Role[]
  /** The selected role group; null for a person without a role. */
  group: RoleGroup | null
  isImpersonating: boolean
  /** The administrator, while the session is an impersonation. */
  administrator: { userId: string; sessionId: string; name: string; until: Date } | null
  twoFactorLastCheck: Date | null
  startedAt: Date
  /** The transaction in which the person has written last, within `recentWrites`; null for an earlier one. */
  lastWrite: string | null
  /** Read with the session: the profile needs no second query. */
  user: Pick<
    typeof users.$inferSelect,
    'id' | 'firstName' | 'lastName' | 'patronym' | 'avatar' | 'email' | 'phone' | 'crmUuid' | 'grade' | 'hasPassword'
  >
}

/**
 * The moment before the first read of a page's data: the server's time in milliseconds, and the position in the log of
 * changes. What is announced later may be missing in the page.
 */
type DataStamp = { now: number; lastChangeId: string }

/** A program of the school, by its token. */
export type ServiceAccount = {
  id: string
  name: string
  /** Whose external ids it uses. */
  source: string
  may: (collection: string, right: 'read' | 'write') => boolean
}

/**
 * Routes for programs: `service` needs a token whose scopes have the right to the `collection` of the address;
 * `service-client` authenticates the client itself. Cookies are not used, so other sites may not forge requests.
 */
type ServiceAccess = { who: 'service'; right: 'read' | 'write' } | { who: 'service-client' }

declare module 'fastify' {
  interface FastifyInstance {
    env: Env
    clock: () => Date
    database: Database
    /** Calls may read replicas of the database. */
    readsReplicas: boolean
    /** The transaction of the last change of a person's data that this server has heard of. */
    lastChangeOf: (userId: string) => string | null
    /** Describes the rows of a list in the words of the pages; null without a build. */
    describeList: DescribeList | null
    /** Null if the school takes no payments online. */
    paymentProvider: PaymentProvider | null
    /** Runs idempotent writes, a limited number at once. */
    idempotentWrites: LimitFunction
    /** Null with an external provider: it is asked for a new sign-in instead (`prompt=login`). */
    endProviderSessions: EndProviderSessions | null
  }
  interface FastifyRequest {
    session: Session | null
    /** When the data of a page were read; null for other requests. */
    dataStamp: DataStamp | null
    /** Only in routes with `ServiceAccess`. */
    service: ServiceAccount | null
  }
  interface FastifyReply {
    /** Whether a page was rendered on the server; null for other answers. Absent without pages. */
    pageIsRendered?: boolean | null
  }
  interface FastifyContextConfig {
    /** Who may call this route. Required under /api. */
    access?: Access | ServiceAccess
    /** The declared call of this route. */
    call?: Call
    /** The rate limit of a route that is no declared call. */
    limit?: CallLimitName | undefined
    /** The screen whose page this route sends; `unknown` for the route of all other addresses. */
    page?: RouteName | 'unknown'
    /** Other sites and programs may send to this address: it needs no session, and what they send proves itself. */
    acceptsOtherOrigins?: true
    /** The answer does not end by itself. */
    isStream?: true
    /** People open this address themselves, so an error must be a page. */
    isVisited?: true
  }
}
