import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { provideAuthFlows } from '#src/actors/auth.actors.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ErrorHelp } from '#src/routes/-flow/account/error-help.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { ErrorMessage } from '#src/ui/feedback/error-block.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { SignInFailure } from './sign-in-failure.tsx'

const route = getRouteApi('/500')

/** Server error. Retries when an unreachable server responds, and on request (D-14). */
export default function ServerErrorPage() {
  const { t } = useLingui()
  const title = useScreenTitle()
  const { from = '/', after, reason, request } = route.useSearch()
  const isSignIn = after === 'sign-in'
  const { provideLazily } = route.useRouteContext()
  const [state, send] = useDiagnosedMachine(provideLazily(provideAuthFlows).recovery, { input: { from } })
  return (
    <ErrorMessage
      code="500"
      icon="refresh"
      title={title('500')}
      actions={
        <>
          <Button variant="primary" onClick={() => send({ type: 'recovery.retry' })}>
            {isSignIn ? t`Войти ещё раз` : t`Попробовать снова`}
          </Button>
          {isSignIn ? (
            <ButtonLink to="/catalog">{t`Каталог курсов`}</ButtonLink>
          ) : (
            <ButtonLink to="/">{t`На главную`}</ButtonLink>
          )}
        </>
      }
    >
      {isSignIn ? (
        <SignInFailure reason={reason} requestId={request} />
      ) : (
        <p>{t`Что-то сломалось у нас, не у вас. Попробуйте ещё раз через минуту.`}</p>
      )}
      <ErrorHelp />
      <p role="status">
        {state.hasTag('silent') && t`Сервер пока не отвечает. Как только он ответит, страница откроется сама.`}
      </p>
    </ErrorMessage>
  )
}
