import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./avatar-dialog.tsx').then((module) => ({ default: module.AvatarDialog }))

export const LazyAvatarDialog = lazy(() => loadChunk('avatar-dialog', load))
