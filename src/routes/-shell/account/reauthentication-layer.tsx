import { useRouteContext } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'

const TwoFactorDialog = lazyComponent<{ onClose: () => void }>('two-factor-dialog', () =>
  import('./one-time-code/two-factor-dialog.tsx').then((module) => module.TwoFactorDialog),
)

/** The two-factor dialog over the current page. A dialog that fails to load counts as not confirmed. */
export function ReauthenticationLayer() {
  const reauthentication = useRouteContext({ from: '__root__', select: (context) => context.reauthentication })
  const isAsked = useSyncExternalStore(reauthentication.subscribe, reauthentication.isAsked, reauthentication.isAsked)
  return isAsked && <TwoFactorDialog onClose={() => reauthentication.answer(false)} />
}
