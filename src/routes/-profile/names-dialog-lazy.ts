import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./names-dialog.tsx').then((module) => ({ default: module.NamesDialog }))

export const LazyNamesDialog = lazy(() => loadChunk('names-dialog', load))
