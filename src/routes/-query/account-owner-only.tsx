import { Trans } from '@lingui/react/macro'
import { Button, type ButtonProps } from '#src/ui/forms/button.tsx'
import { useSessionSelector } from './use-session.ts'

/** Whether an administrator impersonates the user and may not change the account. */
export function useIsImpersonating(): boolean {
  return useSessionSelector(({ context }) => context.isImpersonating)
}

type AccountOwnerButtonProps = ButtonProps & {
  /** The dialog that it opens; its code is preloaded on hover and focus. */
  opens?: { prefetch: () => void }
}

/**
 * A button that changes the account; disabled during an impersonation. `AccountOwnerOnly` shows the reason once per
 * card.
 */
export function AccountOwnerButton({ opens, disabled = false, ...rest }: AccountOwnerButtonProps) {
  const isImpersonating = useIsImpersonating()
  return (
    <Button
      {...rest}
      disabled={disabled || isImpersonating}
      onPointerEnter={opens?.prefetch}
      onFocus={opens?.prefetch}
    />
  )
}

/** The reason why the buttons of a card are disabled during an impersonation. */
export function AccountOwnerOnly() {
  if (!useIsImpersonating()) return null
  return (
    <p className="text-sm text-ink-muted">
      <Trans>Вы вошли под пользователем: это может менять только сам пользователь.</Trans>
    </p>
  )
}
