import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./unlink-dialog.tsx').then((module) => ({ default: module.UnlinkDialog }))

export const LazyUnlinkDialog = lazy(() => loadChunk('unlink-dialog', load))
