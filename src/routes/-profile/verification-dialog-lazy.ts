import { lazy } from 'react'
import { loadChunk } from '#src/lazy-page.ts'

const load = () =>
  import('#src/routes/-one-time-code/verification-dialog.tsx').then((module) => ({
    default: module.VerificationDialog,
  }))

export const LazyVerificationDialog = lazy(() => loadChunk('verification-dialog', load))
