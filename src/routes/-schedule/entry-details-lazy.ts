import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./entry-details.tsx').then((module) => ({ default: module.EntryDetails }))

export const LazyEntryDetails = lazy(() => loadChunk('entry-details', load))

/** At the first sign of intent; a failure is told when the details themselves are asked for. */
export function warmEntryDetails(): void {
  load().catch(() => undefined)
}
