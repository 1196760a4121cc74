import { useRouteContext } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { DiagnosedActor } from '#src/app/router.ts'

/** The state of this actor is in the diagnostics of a ticket that is written while its screen is open; never its data. */
export function useDiagnosedActor(actor: DiagnosedActor): void {
  const diagnosed = useRouteContext({ from: '__root__', select: (context) => context.diagnosedActors })
  useEffect(() => {
    diagnosed.add(actor)
    return () => void diagnosed.delete(actor)
  }, [diagnosed, actor])
}
