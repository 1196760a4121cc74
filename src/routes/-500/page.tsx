import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useActor } from '@xstate/react'
import { useTitle } from '#src/i18n/use-title.ts'
import { wireThreshold } from '#src/threshold-wiring.ts'
import { Button } from '#src/ui/button.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { ErrorMessage } from '#src/ui/layouts/error-message.tsx'

const route = getRouteApi('/500')

/** Tries again by itself when a silent server answers, and on request returns to where the person was (D-14). */
export default function ServerErrorPage() {
  const { t } = useLingui()
  const title = useTitle()
  const { from = '/', after } = route.useSearch()
  const { wireLate } = route.useRouteContext()
  const [state, send] = useActor(wireLate(wireThreshold).recovery, { input: { from } })
  return (
    <ErrorMessage
      code="500"
      title={title('500')}
      actions={
        <>
          <Button variant="primary" onClick={() => send({ type: 'recovery.retry' })}>
            {t`Попробовать снова`}
          </Button>
          <Link to="/" className={buttonClasses({ variant: 'secondary' })}>
            {t`На главную`}
          </Link>
        </>
      }
    >
      <p>
        {after
          ? t`Вход не завершился. Возможно, он начат слишком давно или в другом окне, или браузер не принимает cookie этого сайта. Разрешите их и войдите ещё раз.`
          : t`Что-то сломалось у нас, не у вас. Попробуйте ещё раз через минуту.`}
      </p>
      <p role="status">
        {state.hasTag('silent') && t`Сервер пока не отвечает. Как только он ответит, страница откроется сама.`}
      </p>
    </ErrorMessage>
  )
}
