import type { Failure } from './api/failure.ts'
import type { Http } from './api/http.ts'
import type { Confirmation } from './confirmation.ts'
import type { CodeRefusal } from './machines/one-time-code.ts'
import type { World } from './wiring.ts'

/** What the flows of pages and dialogs meet. */
export type FlowWorld = Pick<
  World,
  'browser' | 'queryClient' | 'navigate' | 'history' | 'session' | 'notifications'
> & {
  http: Http
  confirmedHttp: Http
  confirmation: Confirmation
  report: (error: Error) => void
  replacePage: (args: unknown, params: { location: string | null }) => void
}

/** As much of the router's history as a flow needs that follows its own address. */
export type FlowHistory = {
  location: { pathname: string; search: string; state: { openedHere?: true } }
  subscribe: (listener: () => void) => () => void
  push: (address: string, state?: { openedHere: true }) => void
  replace: (address: string, state?: { openedHere: true }) => void
  back: () => void
}

/** Wires, once, a flow that comes with the code of its page or dialog: what one alone runs is no weight on the others. */
export function lateWiring(world: FlowWorld) {
  const wired = new Map<unknown, unknown>()
  return <Flow>(wireFlow: (world: FlowWorld) => Flow): Flow => {
    const flow = wired.get(wireFlow) ?? wireFlow(world)
    wired.set(wireFlow, flow)
    return flow as Flow
  }
}

/** What the machines of flows are told of a failure. */
export function refusalOf({ type, problem }: Failure): CodeRefusal {
  return { type, triesLeft: problem?.triesLeft ?? null, retryAfter: problem?.retryAfter ?? null }
}
