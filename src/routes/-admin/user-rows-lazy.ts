import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./user-rows.tsx').then(({ UserRows }) => ({ default: UserRows }))

/** The virtual table is heavy, and the log of actions does without it. */
export const LazyUserRows = lazy(() => loadChunk('user-rows', load))

/** Beside the page's own code; a failure is told when the rows themselves are asked for. */
export function warmUserRows(): void {
  load().catch(() => undefined)
}
