import { Trans } from '@lingui/react/macro'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'

/** An administrator looks at this profile, and may not change what protects it (D-13). */
export function useIsLoggedAs(): boolean {
  return useSessionSelector(({ context }) => context.isLoggedAsAdmin)
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
