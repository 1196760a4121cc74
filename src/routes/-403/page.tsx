import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTitle } from '#src/i18n/use-title.ts'
import { useSession, useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { useIsWithoutRole, WithoutRole } from '#src/routes/-frame/without-role.tsx'
import { Button } from '#src/ui/button.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { ErrorMessage } from '#src/ui/layouts/error-message.tsx'

const route = getRouteApi('/403')

/** Says no, and offers a visitor to sign in and come back (D-6, D-14). */
export default function ForbiddenPage() {
  const { t } = useLingui()
  const title = useTitle()
  const { from } = route.useSearch()
  const session = useSession()
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const isWithoutRole = useIsWithoutRole()
  const signIn = () => session.send({ type: 'signIn.request', returnTo: from ?? '/' })
  return (
    <ErrorMessage
      code="403"
      title={title('403')}
      actions={
        <>
          {isVisitor && (
            <Button variant="primary" onClick={signIn}>
              {t`Войти`}
            </Button>
          )}
          <Link to="/" className={buttonClasses({ variant: isVisitor ? 'secondary' : 'primary' })}>
            {t`На главную`}
          </Link>
        </>
      }
    >
      {isWithoutRole ? (
        <div>
          <p className="mb-xs">{t`У вас пока нет роли.`}</p>
          <WithoutRole />
        </div>
      ) : (
        <p>
          {isVisitor
            ? t`Эта страница открыта не всем. Войдите, и мы вернём вас сюда, если у вас есть к ней доступ.`
            : t`У вашей роли нет доступа к этой странице. Если у вас несколько ролей, переключите роль и попробуйте снова.`}
        </p>
      )}
    </ErrorMessage>
  )
}
