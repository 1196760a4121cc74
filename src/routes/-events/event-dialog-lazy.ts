import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./event-dialog.tsx').then((module) => ({ default: module.EventDialog }))

export const LazyEventDialog = lazy(() => loadChunk('event-dialog', load))

/** At the first sign of intent; a failure is told when the dialog itself is asked for. */
export function warmEventDialog(): void {
  load().catch(() => undefined)
}
