import { useRouteContext } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'

const Notifications = lazyComponent(
  'notifications',
  () => import('./notifications.tsx'),
  'Notifications',
  () => null,
  ({ shown }) => String(shown.at(-1)?.id),
)

/** Loads the code of toasts with the first of them, if `src/app/at-rest.ts` has not; the next one tries again. */
export function Toasts() {
  const notifications = useRouteContext({ from: '__root__', select: (context) => context.notifications })
  const shown = useSelector(notifications, ({ context }) => context.shown)
  const [isNeeded, setNeeded] = useState(false)
  if (shown.length > 0 && !isNeeded) setNeeded(true)
  return isNeeded && <Notifications shown={shown} />
}
