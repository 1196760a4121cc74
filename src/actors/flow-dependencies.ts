import type { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '#src/api/api-error.ts'
import type { ApiClient, RawApiClient } from '#src/api/http.ts'
import type { NotificationsActor } from '#src/machines/notifications.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'
import type { SessionActor } from '#src/machines/session.ts'
import type { User } from '#src/machines/setups/session-setup.ts'
import type { Reauthentication } from './reauthentication.ts'

/** Dependencies of all actors, created in `create-app.tsx` before any machine starts. */
export type AppDependencies = {
  /** Throws during server rendering, where there is no window. */
  browser: () => Window & typeof globalThis
  isAttached: () => boolean
  http: RawApiClient
  queryClient: QueryClient
  /** Functions, because the router and the session depend on each other. */
  navigate: (to: string, options?: { replace?: boolean; from?: string }) => void
  history: () => FlowHistory
  session: () => SessionActor
  notifications: NotificationsActor
  /** Who was here last, for a page that starts without a connection; null otherwise. */
  cachedUser: User | null
}

/** Dependencies of the actors of pages and dialogs. */
export type FlowDependencies = Pick<
  AppDependencies,
  'browser' | 'queryClient' | 'navigate' | 'history' | 'session' | 'notifications'
> & {
  http: ApiClient
  reauthenticatedHttp: ApiClient
  reauthentication: Reauthentication
  report: (error: Error) => void
  replacePage: (args: unknown, params: { location: string | null }) => void
}

/** The part of the router's history that a flow whose step is its URL uses. */
export type FlowHistory = {
  location: { pathname: string; search: string; state: { openedHere?: true } }
  subscribe: (listener: () => void) => () => void
  push: (address: string, state?: { openedHere: true }) => void
  replace: (address: string, state?: { openedHere: true }) => void
  back: () => void
}

/** Provides a machine with its actors on first use. The actors are part of the chunk of their page or dialog. */
export function createLazyProvider(dependencies: FlowDependencies) {
  const provided = new Map<unknown, unknown>()
  return <Flow>(provideFlow: (dependencies: FlowDependencies) => Flow): Flow => {
    const flow = provided.get(provideFlow) ?? provideFlow(dependencies)
    provided.set(provideFlow, flow)
    return flow as Flow
  }
}

/** The part of an API error that the machines store. */
export function toFlowError({ type, problem }: ApiError): CodeError {
  return { type, triesLeft: problem?.triesLeft ?? null, retryAfter: problem?.retryAfter ?? null }
}
