import { CatchBoundary, useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, use } from 'react'
import { loadChunk } from '#src/lazy-page.ts'
import { useSession, useSessionSelector } from './use-session.ts'

const load = () => import('#src/routes/-impersonation/bar.tsx').then(({ Bar }) => ({ default: Bar }))
const LazyBar = lazy(() => loadChunk('impersonation-bar', load))

/** Above any layout while an administrator is logged in as another user (S2, D-37); nobody else fetches its code. */
export function ImpersonationNotice() {
  const session = useSession()
  const isLoggedAsAdmin = useSessionSelector(({ context }) => context.isLoggedAsAdmin)
  if (!isLoggedAsAdmin) return null
  const reload = () => session.send({ type: 'chunk.failed' })
  return (
    <CatchBoundary getResetKey={() => 'bar'} errorComponent={() => null} onCatch={reload}>
      <Suspense fallback={null}>
        <BarWithWords />
      </Suspense>
    </CatchBoundary>
  )
}

function BarWithWords() {
  const fetchWords = useRouteContext({ from: '__root__', select: (context) => context.fetchWords })
  use(fetchWords('impersonation'))
  return <LazyBar />
}
