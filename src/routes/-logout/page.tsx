import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { provideAuthFlows } from '#src/actors/auth.actors.ts'
import { useSessionSelector } from '#src/routes/-shell/account/use-session.ts'
import { ButtonLink } from '#src/routes/-shell/shell/router-link.tsx'
import { StatusPage } from '#src/routes/-shell/shell/status-page.tsx'
import { Button } from '#src/ui/forms/button.tsx'

const route = getRouteApi('/logout')

export default function LogoutPage() {
  const { from } = route.useSearch()
  return from === undefined ? <SigningOut /> : <UsedLink />
}

/** A sign-out link that did not work (D-4): the user must know that they are still signed in. */
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
    <StatusPage
      title={t`Вы всё ещё в системе`}
      actions={
        <>
          <ButtonLink to="/logout" variant="primary">
            {t`Выйти`}
          </ButtonLink>
          <ButtonLink to="/">{t`Вернуться в кабинет`}</ButtonLink>
        </>
      }
    >
      {t`Эта ссылка для выхода не сработала: её уже открывали, или ей больше двух минут, или её получили в другом браузере.`}
    </StatusPage>
  )
}

function SigningOut() {
  const { t } = useLingui()
  const { provideLazily } = route.useRouteContext()
  const [state, send] = useActor(provideLazily(provideAuthFlows).signOut)
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
        {t`Вы всё ещё в системе. Проверьте подключение к интернету и попробуйте ещё раз.`}
      </StatusPage>
    )
  }
  return (
    <StatusPage title={t`Выходим из личного кабинета…`} busy>
      {state.hasTag('slow') && t`Это занимает больше времени, чем обычно. Подождите ещё немного или обновите страницу.`}
    </StatusPage>
  )
}
