import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate, useRouter } from '@tanstack/react-router'
import { safeReturnPath } from '#contract/auth/return-path.ts'
import { knownRoles, type RoleGroup } from '#contract/roles.ts'
import { decideAccess } from '#contract/route-access.ts'
import { deepestRouteMetadata, routeAccessOf } from '#src/app/route-guard.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { ErrorHelp } from '#src/routes/-flow/account/error-help.tsx'
import { useIsWithoutRole, WithoutRole } from '#src/routes/-flow/account/without-role.tsx'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useRoleGroups, useSession, useSessionSelector, useSignIn } from '#src/routes/-query/use-session.ts'
import { ErrorMessage } from '#src/ui/feedback/error-block.tsx'
import { Button } from '#src/ui/forms/button.tsx'

const route = getRouteApi('/403')

/** Access denied. Offers visitors to sign in and return (D-6), and users another role group that has access. */
export default function ForbiddenPage() {
  const { t, i18n } = useLingui()
  const title = useScreenTitle()
  const { from, without } = route.useSearch()
  const signIn = useSignIn(from ?? '/')
  const isVisitor = useSessionSelector(({ context }) => context.user === null)
  const isWithoutRole = useIsWithoutRole()
  const { groups: others, openAs } = useAllowedRoleGroups(safeReturnPath(from, 'https://own'))
  // Without cookies no role would help.
  const groups = without ? [] : others
  const isOnlyHome = !isVisitor && groups.length === 0
  return (
    <ErrorMessage
      code="403"
      icon="lock"
      title={without ? t`Браузер не принимает cookie` : title('403')}
      actions={
        <>
          {isVisitor && (
            <Button variant="primary" {...signIn}>
              {t`Войти`}
            </Button>
          )}
          {groups.map((group, index) => (
            <Button key={group} variant={index === 0 ? 'primary' : 'secondary'} onClick={() => openAs(group)}>
              <Trans>Открыть как {i18n._(roleGroupLabels[group]).toLocaleLowerCase(i18n.locale)}</Trans>
            </Button>
          ))}
          <ButtonLink to="/" variant={isOnlyHome ? 'primary' : 'secondary'}>
            {t`На главную`}
          </ButtonLink>
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
      {/* A person without a role reads the contacts above. */}
      {!isWithoutRole && <ErrorHelp />}
    </ErrorMessage>
  )
}

/** Other role groups of the user that may access the page, and the action that opens it in one of them. */
function useAllowedRoleGroups(from: string): { groups: RoleGroup[]; openAs: (group: RoleGroup) => void } {
  const router = useRouter()
  const navigate = useNavigate()
  const session = useSession()
  const held = useRoleGroups()
  const user = useSessionSelector(({ context }) => context.user)
  const matches = router
    .getMatchedRoutes(from.replace(/[?#].*/s, ''))[0]
    .map(({ options }) => ({ staticData: options.staticData ?? {} }))
  const rule = deepestRouteMetadata(matches)
  const mayEnter = (group: RoleGroup) => {
    if (user === null || rule === null) return false
    const viewer = { roles: knownRoles(user.roles), group, isImpersonating: user.isLoggedAs }
    return decideAccess(routeAccessOf(matches, rule.name), viewer).screen === rule.name
  }
  return {
    groups: held.filter(mayEnter),
    openAs: (group) => {
      session.send({ type: 'roleGroup.select', group })
      // Selecting a group opens its home page; the user wanted this page.
      void navigate({ href: from, replace: true })
    },
  }
}
