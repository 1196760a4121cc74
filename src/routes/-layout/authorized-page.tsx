import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Outlet, useNavigate, useRouter, useRouterState } from '@tanstack/react-router'
import type { RoleGroup } from '#contract/roles.ts'
import { type Screen, screens, servesRoleGroup } from '#contract/screens.ts'
import { deepestRouteMetadata, type RouteGrant } from '#src/app/route-guard.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import type { SessionSnapshot } from '#src/machines/session.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useIsClosed } from '#src/routes/-query/use-is-closed.ts'
import { useRoleGroups, useSession, useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { ClosedPage } from './closed-page.tsx'
import { PageSubstitute } from './page-substitute.tsx'
import { PagePending } from './route-fallbacks.tsx'

/**
 * Renders the page only for the user it was authorized for (D-5). When an impersonation starts or ends, the old page
 * would otherwise query as the new user until the navigation.
 */
export function AuthorizedPage() {
  const admitted = useRouterState({ select: ({ matches }) => matches[0]?.context.admitted })
  const name = useRouterState({ select: ({ matches }) => deepestRouteMetadata(matches)?.name })
  const isForAnother = useSessionSelector((snapshot) => isAnotherUser(snapshot, admitted))
  const isClosed = useIsClosed()
  if (isForAnother) return <PagePending />
  if (name !== undefined && isClosed(name)) return <ClosedPage name={name} />
  return admitted?.isForOtherGroup && name !== undefined ? <NotForRoleGroup name={name} /> : <Outlet />
}

/** A user whose session ended keeps the page: its parts show that sign-in is needed. */
function isAnotherUser(snapshot: SessionSnapshot, admitted: RouteGrant | undefined): boolean {
  if (admitted === undefined) return false
  const { user } = snapshot.context
  return user === null ? admitted.userId !== null && snapshot.hasTag('settling') : user.id !== admitted.userId
}

type ScreenOfGroups = {
  [Name in keyof typeof screens]: 'groups' extends keyof (typeof screens)[Name] ? Name : never
}[keyof typeof screens]

/** Purpose of the pages that serve only some role groups. */
const purposes: Record<ScreenOfGroups, MessageDescriptor> = {
  schedule: msg`Расписание — для учеников и родителей.`,
  'parent-home-page': msg`Здесь родители видят расписание детей, ближайшие платежи и мероприятия.`,
  progress: msg`Посещаемость и задания детей видят родители.`,
  homework: msg`Домашние задания — для учеников и родителей.`,
  'schedule-change': msg`Группы меняют ученики и родители: свою или детей.`,
  'grade-book': msg`Журнал оценок — для учеников и родителей.`,
  messages: msg`В школу пишут ученики, родители и преподаватели, а отвечают администраторы.`,
  purchase: msg`На курсы записываются ученики, а детей записывают родители.`,
  '2035': msg`В программу «2035» записываются ученики, а детей записывают родители.`,
}

/** Shown instead of a page that does not serve the selected role group: offers the user's other groups (D-8) and their home. */
function NotForRoleGroup({ name }: { name: Screen['name'] }) {
  const { i18n } = useLingui()
  const session = useSession()
  const navigate = useNavigate()
  const router = useRouter()
  const screen: Screen = screens[name]
  // The home page of a teacher has the lessons that such a visitor looks for.
  const hasLessonsAtHome = useSessionSelector(({ context }) => context.roleGroup === 'teacher') && name === 'schedule'
  const offered = useRoleGroups().filter((group) => servesRoleGroup(screen, group))
  const purpose = (purposes as Partial<Record<Screen['name'], MessageDescriptor>>)[name]
  const switchTo = (group: RoleGroup) => {
    const { href } = router.state.location
    session.send({ type: 'roleGroup.select', group })
    // A switch opens the home page of the group: return to this page.
    void navigate({ href, replace: true })
  }
  return (
    <PageSubstitute
      name={name}
      icon="switch"
      title={<Trans>Этой страницы нет для вашей роли</Trans>}
      action={
        <div className="flex flex-wrap justify-center gap-xs">
          {offered.map((group) => (
            <Button key={group} variant="primary" onClick={() => switchTo(group)}>
              <Trans>Открыть как {i18n._(roleGroupLabels[group]).toLocaleLowerCase(i18n.locale)}</Trans>
            </Button>
          ))}
          <ButtonLink to="/" variant={offered.length > 0 ? 'secondary' : 'primary'}>
            {hasLessonsAtHome ? <Trans>Занятия на неделю</Trans> : <Trans>На главную</Trans>}
          </ButtonLink>
        </div>
      }
    >
      {purpose && i18n._(purpose)} {hasLessonsAtHome && <Trans>Ваши занятия — на главной.</Trans>}
    </PageSubstitute>
  )
}
