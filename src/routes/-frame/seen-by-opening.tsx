import { useRouteContext } from '@tanstack/react-router'
import { useActorRef } from '@xstate/react'
import { type OpenedNews, wireSeen } from '#src/seen-wiring.ts'
import { useIsLoggedAs } from './only-themselves.tsx'

/** Within the details of what is new: whoever opens them has seen it by that. An administrator who looks has not (D-13). */
export function SeenByOpening(opened: OpenedNews) {
  return useIsLoggedAs() ? null : <Telling {...opened} />
}

function Telling(opened: OpenedNews) {
  const wireLate = useRouteContext({ from: '__root__', select: (context) => context.wireLate })
  useActorRef(wireLate(wireSeen), { input: opened })
  return null
}
