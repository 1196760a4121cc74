import { Trans } from '@lingui/react/macro'
import { Button, type ButtonProps } from '#src/ui/button.tsx'
import { useSessionSelector } from './use-session.ts'

/** An administrator looks at the page of somebody, and may change nothing of theirs (D-13). */
export function useIsLoggedAs(): boolean {
  return useSessionSelector(({ context }) => context.isLoggedAsAdmin)
}

type OwnButtonProps = ButtonProps & {
  /** The dialog that it opens: its code is fetched at the first sign of intent. */
  opens?: { warm: () => void }
}

/** A button that changes the account, for nobody but the person; `OnlyThemselves` says why once a card. */
export function OwnButton({ opens, disabled = false, ...rest }: OwnButtonProps) {
  const isLoggedAs = useIsLoggedAs()
  return <Button {...rest} disabled={disabled || isLoggedAs} onPointerEnter={opens?.warm} onFocus={opens?.warm} />
}

/** Why a card's buttons do nothing while an administrator looks; else nothing. */
export function OnlyThemselves() {
  if (!useIsLoggedAs()) return null
  return (
    <p className="text-sm text-ink-muted">
      <Trans>Вы вошли под пользователем: это может менять только он сам.</Trans>
    </p>
  )
}
