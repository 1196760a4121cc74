import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { safeReturnPath } from '#contract/return-path.ts'
import { roleGroupWords } from '#src/i18n/person-words.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { useSession, useSessionSelector } from '#src/routes/-frame/use-session.ts'
import { useIsWithoutRole, WithoutRole } from '#src/routes/-frame/without-role.tsx'
import { Button } from '#src/ui/button.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { ErrorMessage } from '#src/ui/layouts/error-message.tsx'
import { useOtherGroups } from './use-other-groups.ts'

const route = getRouteApi('/403')

/** Says no, and offers a visitor to sign in and come back (D-6, D-14), and another role to whoever holds one that may enter. */
export default function ForbiddenPage() {
  const { t, i18n } = useLingui()
  const title = useTitle()
  const { from, without } = route.useSearch()
  const session = useSession()
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const isWithoutRole = useIsWithoutRole()
  const { groups: others, openAs } = useOtherGroups(safeReturnPath(from, 'https://own'))
  // No role is what keeps out whoever has no cookies.
  const groups = without ? [] : others
  const signIn = () => session.send({ type: 'signIn.request', returnTo: from ?? '/' })
  const isOnlyHome = !isVisitor && groups.length === 0
  return (
    <ErrorMessage
      code="403"
      title={without ? t`Браузер не принимает cookie` : title('403')}
      actions={
        <>
          {isVisitor && (
            <Button variant="primary" onClick={signIn}>
              {t`Войти`}
            </Button>
          )}
          {groups.map((group, place) => (
            <Button key={group} variant={place === 0 ? 'primary' : 'secondary'} onClick={() => openAs(group)}>
              <Trans>Открыть как {i18n._(roleGroupWords[group]).toLocaleLowerCase(i18n.locale)}</Trans>
            </Button>
          ))}
          <Link to="/" className={buttonClasses({ variant: isOnlyHome ? 'primary' : 'secondary' })}>
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
          {without
            ? t`Без них нельзя войти: мы не узнали бы вас на следующей странице. Разрешите cookie для этого сайта в настройках браузера и войдите ещё раз.`
            : isVisitor
              ? t`Эта страница открыта не всем. Войдите, и мы вернём вас сюда, если у вас есть к ней доступ.`
              : groups.length > 0
                ? t`С выбранной ролью эта страница закрыта, но она открыта для другой вашей роли.`
                : t`У вас нет доступа к этой странице.`}
        </p>
      )}
    </ErrorMessage>
  )
}
