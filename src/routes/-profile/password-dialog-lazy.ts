import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () => import('./password-dialog.tsx').then((module) => ({ default: module.PasswordDialog }))

export const LazyPasswordDialog = lazy(() => loadChunk('password-dialog', load))
