import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { isHomePage } from '#src/app/route-guard.ts'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'

/**
 * Says on the home page that the school asks for a consent. It stays until there is an answer, and stands in the way of nothing:
 * other pages do not have it, and no answer means no consent.
 */
export function ConsentNotice() {
  const areAsked = useSessionSelector(
    ({ context: { user, isImpersonating } }) => !isImpersonating && user?.consents?.areAsked === true,
  )
  const isAdmin = useSessionSelector(({ context }) => context.roleGroup === 'admin')
  const isHome = useRouterState({ select: ({ matches }) => isHomePage(matches) })
  if (!areAsked || !isHome) return null
  return (
    <p className="mb-base flex flex-wrap gap-x-sm gap-y-half rounded-lg border border-line-soft bg-surface px-base py-xs text-sm print:hidden">
      <span className="max-md:hidden">
        <Trans>Школа спрашивает о согласиях, которые не нужны для обучения. Отвечать необязательно.</Trans>
      </span>
      {/* One line: what has to be done comes first. */}
      <span className="md:hidden">
        <Trans>Необязательные согласия:</Trans>
      </span>
      {isAdmin ? (
        <ScreenLink to="/adm-panel" search={{ tab: 'own' }}>
          <Trans>Прочитать и ответить</Trans>
        </ScreenLink>
      ) : (
        <ScreenLink to="/profile" search={{ section: 'consents' }}>
          <Trans>Прочитать и ответить</Trans>
        </ScreenLink>
      )}
    </p>
  )
}
