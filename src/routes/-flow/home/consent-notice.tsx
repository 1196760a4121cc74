import { Trans } from '@lingui/react/macro'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'

/**
 * Says on the home page that the school asks for a consent, below what has to be done. It stays until there is an answer, and
 * stands in the way of nothing: no answer means no consent.
 */
export function ConsentNotice() {
  const areAsked = useSessionSelector(
    ({ context: { user, isImpersonating } }) => !isImpersonating && user?.consents?.areAsked === true,
  )
  const isAdmin = useSessionSelector(({ context }) => context.roleGroup === 'admin')
  if (!areAsked) return null
  return (
    <p className="border-x border-transparent px-base text-sm text-ink-muted md:px-lg print:hidden">
      {isAdmin ? (
        <ScreenLink to="/adm-panel" search={{ tab: 'own' }}>
          <Trans>Необязательные согласия: ответа пока нет</Trans>
        </ScreenLink>
      ) : (
        <ScreenLink to="/profile" search={{ section: 'consents' }}>
          <Trans>Необязательные согласия: ответа пока нет</Trans>
        </ScreenLink>
      )}
    </p>
  )
}
