import { CatchBoundary, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { ChunkFailure, loadChunk } from '#src/lazy-page.ts'
import { useSession } from './use-session.ts'

const load = () => import('#src/routes/-one-time-code/two-factor-dialog.tsx')
const LazyTwoFactorDialog = lazy(() =>
  loadChunk('two-factor-dialog', () => load().then((module) => ({ default: module.TwoFactorDialog }))),
)

/** The two-factor dialog over whatever page asked for it; one that cannot be loaded confirms nothing. */
export function ConfirmationLayer() {
  const confirmation = useRouteContext({ from: '__root__', select: (context) => context.confirmation })
  const session = useSession()
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked)
  if (!isAsked) return null
  const giveUp = (error: unknown) => {
    confirmation.answer(false)
    if (error instanceof ChunkFailure) session.send({ type: 'chunk.failed' })
  }
  return (
    <CatchBoundary getResetKey={() => 'asked'} errorComponent={() => null} onCatch={giveUp}>
      <Suspense fallback={null}>
        <LazyTwoFactorDialog />
      </Suspense>
    </CatchBoundary>
  )
}
