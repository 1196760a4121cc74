import { Trans } from '@lingui/react/macro'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Card } from '#src/ui/layout/card.tsx'

/** At a sign-in that stops here, in the profile or in the own tab of the panel: no answer is needed to go on. */
export function ConsentsOfSignIn() {
  const { next } = useScreenSearch('profile').search
  if (next === undefined) return null
  return (
    <Card as="div">
      <div className="flex flex-wrap items-center justify-between gap-base">
        <p className="min-w-[min(100%,280px)] max-w-text flex-1">
          <Trans>
            Вы вошли. Школа спрашивает о согласиях, которые не нужны для обучения. Ответить можно сейчас или позже,
            здесь же: без ответа согласия нет.
          </Trans>
        </p>
        <ButtonLink to={next} replace variant="primary">
          <Trans>Продолжить</Trans>
        </ButtonLink>
      </div>
    </Card>
  )
}
