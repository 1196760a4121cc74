import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { provideAuthFlows } from '#src/actors/auth.actors.ts'
import { useSignInOrigin } from '#src/routes/-flow/account/without-role.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { StatusPage } from '#src/routes/-flow/status-page.tsx'
import { useDiagnosedMachine } from '#src/routes/-query/use-diagnosed-machine.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Button } from '#src/ui/forms/button.tsx'

const route = getRouteApi('/logout')

export default function LogoutPage() {
  const { from, after, provider } = route.useSearch()
  if (after === 'sign-out') return <SignedOutHere provider={provider} />
  return from === undefined ? <SigningOut /> : <UsedLink />
}

/** The session ended only here: the provider may still remember the user. Nothing continues without a press. */
function SignedOutHere({ provider }: { provider: string | undefined }) {
  const { t } = useLingui()
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const origin = useSignInOrigin(provider)
  if (!isVisitor) return <StillSignedIn>{t`После выхода в этом браузере уже вошли снова.`}</StillSignedIn>
  return (
    <StatusPage
      title={t`Вы вышли из личного кабинета`}
      actions={
        <ButtonLink to="/" variant="primary">
          {t`Войти снова`}
        </ButtonLink>
      }
    >
      {origin === null ? (
        <Trans>
          Сайт, где вы вводите пароль, мог вас запомнить. Если этим устройством пользуетесь не только вы, выйдите и там.
        </Trans>
      ) : (
        <Trans>
          Сайт {origin}, где вы вводите пароль, мог вас запомнить. Если этим устройством пользуетесь не только вы,
          выйдите и там.
        </Trans>
      )}
    </StatusPage>
  )
}

/** A sign-out link that did not work: the user must know that they are still signed in. */
function UsedLink() {
  const { t } = useLingui()
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  if (isVisitor) {
    return (
      <StatusPage
        title={t`Вы вышли из личного кабинета`}
        actions={
          <ButtonLink to="/" variant="primary">
            {t`Войти`}
          </ButtonLink>
        }
      />
    )
  }
  return (
    <StillSignedIn>
      {t`Эта ссылка для выхода не сработала: её уже открывали, или ей больше двух минут, или её получили в другом браузере.`}
    </StillSignedIn>
  )
}

function StillSignedIn({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <StatusPage
      title={t`Вы ещё не вышли`}
      actions={
        <>
          <ButtonLink to="/logout" variant="primary">
            {t`Выйти`}
          </ButtonLink>
          <ButtonLink to="/">{t`Вернуться в кабинет`}</ButtonLink>
        </>
      }
    >
      {children}
    </StatusPage>
  )
}

function SigningOut() {
  const { t } = useLingui()
  const { provideLazily } = route.useRouteContext()
  const [state, send] = useDiagnosedMachine(provideLazily(provideAuthFlows).signOut)
  if (state.hasTag('failed')) {
    return (
      <StatusPage
        title={t`Не удалось выйти`}
        actions={
          <>
            <Button variant="primary" onClick={() => send({ type: 'signOut.retry' })}>
              {t`Попробовать снова`}
            </Button>
            <ButtonLink to="/">{t`Вернуться в кабинет`}</ButtonLink>
          </>
        }
      >
        {t`Вы ещё не вышли. Проверьте подключение к интернету и попробуйте ещё раз.`}
      </StatusPage>
    )
  }
  return (
    <StatusPage title={t`Выходим из личного кабинета…`} busy>
      {state.hasTag('slow') && t`Это занимает больше времени, чем обычно. Подождите ещё немного или обновите страницу.`}
    </StatusPage>
  )
}
