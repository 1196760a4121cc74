import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./audit-log.tsx').then(({ AuditLog }) => ({ default: AuditLog }))

export const LazyAuditLog = lazy(() => loadChunk('audit-log', load))

/** Beside the page's own code; a failure is told when the log itself is asked for. */
export function warmAuditLog(): void {
  load().catch(() => undefined)
}
