import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { ShortLine } from '#src/routes/-frame/short-line.tsx'
import { useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { wireThreshold } from '#src/threshold-wiring.ts'
import { Button } from '#src/ui/button.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'

const route = getRouteApi('/logout')

export default function LogoutPage() {
  const { from } = route.useSearch()
  return from === undefined ? <SigningOut /> : <UsedLink />
}

/** A sign-out link led here that could not sign out (D-4): whoever meant to leave must know that they are still in. */
function UsedLink() {
  const { t } = useLingui()
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  if (isVisitor) {
    return (
      <ShortLine
        title={t`Вы вышли из личного кабинета`}
        actions={
          <Link to="/" className={buttonClasses({ variant: 'primary' })}>
            {t`Войти`}
          </Link>
        }
      />
    )
  }
  return (
    <ShortLine
      title={t`Вы всё ещё в системе`}
      actions={
        <>
          <Link to="/logout" className={buttonClasses({ variant: 'primary' })}>
            {t`Выйти`}
          </Link>
          <Link to="/" className={buttonClasses({ variant: 'secondary' })}>
            {t`Вернуться в кабинет`}
          </Link>
        </>
      }
    >
      {t`Эта ссылка для выхода не сработала: её уже открывали, или ей больше двух минут, или её получили в другом браузере.`}
    </ShortLine>
  )
}

function SigningOut() {
  const { t } = useLingui()
  const { wireLate } = route.useRouteContext()
  const [state, send] = useActor(wireLate(wireThreshold).signOut)
  if (state.hasTag('failed')) {
    return (
      <ShortLine
        title={t`Не удалось выйти`}
        actions={
          <>
            <Button variant="primary" onClick={() => send({ type: 'signOut.retry' })}>
              {t`Попробовать снова`}
            </Button>
            <Link to="/" className={buttonClasses({ variant: 'secondary' })}>
              {t`Вернуться в кабинет`}
            </Link>
          </>
        }
      >
        {t`Вы всё ещё в системе. Проверьте подключение к интернету и попробуйте ещё раз.`}
      </ShortLine>
    )
  }
  return (
    <ShortLine title={t`Выходим из личного кабинета…`} busy>
      {state.hasTag('slow') && t`Это занимает больше времени, чем обычно. Подождите ещё немного или обновите страницу.`}
    </ShortLine>
  )
}
