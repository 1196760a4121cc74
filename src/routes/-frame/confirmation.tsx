import { useRouteContext } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { latePart } from './late-part.tsx'

const TwoFactorDialog = latePart<{ onClose: () => void }>('two-factor-dialog', () =>
  import('./one-time-code/two-factor-dialog.tsx').then((module) => module.TwoFactorDialog),
)

/** The two-factor dialog over whatever page asked for it; one that cannot be loaded confirms nothing. */
export function ConfirmationLayer() {
  const confirmation = useRouteContext({ from: '__root__', select: (context) => context.confirmation })
  const isAsked = useSyncExternalStore(confirmation.subscribe, confirmation.isAsked, confirmation.isAsked)
  return isAsked && <TwoFactorDialog onClose={() => confirmation.answer(false)} />
}
