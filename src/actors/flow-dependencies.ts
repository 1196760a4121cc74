import type { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/http.ts'
import type { CodeError } from '#src/machines/one-time-code.ts'
import type { Reauthentication } from './reauthentication.ts'
import type { AppDependencies } from './session.actors.ts'

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
