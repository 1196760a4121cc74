import { CatchBoundary, useRouteContext } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { latePart } from '#src/lazy-page.ts'
import { useSession, useSessionSelector } from './use-session.ts'

const { Part: LazyBar } = latePart('impersonation-bar', () =>
  import('#src/routes/-impersonation/bar.tsx').then((module) => module.Bar),
)

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
