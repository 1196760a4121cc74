import { Trans } from '@lingui/react/macro'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Card } from '#src/ui/layout/card.tsx'

/**
 * At a sign-in that stops here, in the profile or in the own tab of the panel: no answer is needed to go on. The way past open
 * questions is quiet.
 */
export function ConsentsOfSignIn() {
  const { next } = useScreenSearch('profile').search
  const isAdmin = useSessionSelector(({ context }) => context.roleGroup === 'admin')
  const areAsked = useSessionSelector(({ context }) => context.user?.consents?.areAsked === true)
  if (next === undefined) return null
  return (
    <Card as="div">
      <div className="flex flex-wrap items-center justify-between gap-base">
        <p className="min-w-[min(100%,280px)] max-w-text flex-1">
          {isAdmin ? (
            <Trans>
              Школа спрашивает о согласиях, которые не нужны для работы. Ответить можно сейчас или позже, здесь же: без
              ответа согласия нет.
            </Trans>
          ) : (
            <Trans>
              Школа спрашивает о согласиях, которые не нужны для обучения. Ответить можно сейчас или позже, здесь же:
              без ответа согласия нет.
            </Trans>
          )}
        </p>
        <ButtonLink to={next} replace variant={areAsked ? 'quiet' : 'primary'}>
          {areAsked ? <Trans>Ответить позже</Trans> : <Trans>Продолжить</Trans>}
        </ButtonLink>
      </div>
    </Card>
  )
}
