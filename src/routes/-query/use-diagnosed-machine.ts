import { useRouteContext } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { useEffect } from 'react'
import type { AnyStateMachine } from 'xstate'

/** Runs a machine. Its state is in the diagnostics of a ticket that is written meanwhile; never its data. */
export function useDiagnosedMachine<Machine extends AnyStateMachine>(...args: Parameters<typeof useActor<Machine>>) {
  const running = useActor<Machine>(...args)
  const [, , actor] = running
  const diagnosed = useRouteContext({ from: '__root__', select: (context) => context.diagnosedActors })
  useEffect(() => {
    diagnosed.add(actor)
    return () => void diagnosed.delete(actor)
  }, [diagnosed, actor])
  return running
}
