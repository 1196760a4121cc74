import { CatchBoundary, useRouteContext } from '@tanstack/react-router'
import { Suspense, useSyncExternalStore } from 'react'
import { ChunkFailure, latePart } from '#src/lazy-page.ts'
import { useSession } from './use-session.ts'

const { Part: LazyTwoFactorDialog } = latePart('two-factor-dialog', () =>
  import('#src/routes/-one-time-code/two-factor-dialog.tsx').then((module) => module.TwoFactorDialog),
)

/** The two-factor dialog over whatever page asked for it; one that cannot be loaded confirms nothing. */
export function ConfirmationLayer() {
  const confirmation = useRouteContext({ from: '__root__', select: (context) => context.confirmation })
  const session = useSession()
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked, confirmation.isAsked)
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
