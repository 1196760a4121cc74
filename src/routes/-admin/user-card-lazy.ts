import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./user-card.tsx').then((module) => ({ default: module.UserCard }))

export const LazyUserCard = lazy(() => loadChunk('user-card', load))

/** At the first sign of intent; a failure is told when the card itself is asked for. */
export function warmUserCard(): void {
  load().catch(() => undefined)
}
