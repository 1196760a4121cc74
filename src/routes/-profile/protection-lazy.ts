import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./protection.tsx').then((module) => ({ default: module.Protection }))

/** It stands below what the window shows first, and comes after it. */
export const LazyProtection = lazy(() => loadChunk('protection', load))
