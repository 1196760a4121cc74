import { useRouteContext } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import type { SessionActor, SessionSnapshot } from '#src/machines/session.ts'

/** The session actor itself, to send events to. */
export function useSession(): SessionActor {
  return useRouteContext({ from: '__root__', select: ({ session }) => session })
}

/** One thing of the session; `select` returns something that stays the same while nothing changes. */
export function useSessionSelector<Selected>(select: (snapshot: SessionSnapshot) => Selected): Selected {
  return useSelector(useSession(), select)
}
