import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./link-outcome.tsx').then((module) => ({ default: module.LinkOutcome }))

/** Only who comes from a provider needs it. */
export const LazyLinkOutcome = lazy(() => loadChunk('link-outcome', load))
