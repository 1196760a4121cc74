import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { ShortLine } from '#src/routes/-frame/short-line.tsx'
import { wireThreshold } from '#src/threshold-wiring.ts'
import { Button } from '#src/ui/button.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'

const route = getRouteApi('/logout')

export default function LogoutPage() {
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
