import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { RoleGroup } from '#contract/roles.ts'
import { type Screen, screens, servesRoleGroup } from '#contract/screens.ts'
import { roleGroupLabels } from '#src/i18n/person-labels.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { useRoleGroups, useSession } from '#src/routes/-shell/account/use-session.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'

/** Purpose of the pages that serve only some role groups (D-8). */
const purposes: Partial<Record<Screen['name'], MessageDescriptor>> = {
  schedule: msg`Расписание есть у учеников и у родителей: своё или детей.`,
  'parent-home-page': msg`Здесь родители видят расписание детей, ближайшие платежи и мероприятия.`,
  progress: msg`Успеваемость детей видят родители.`,
  'schedule-change': msg`Группы меняют ученики и родители: свою или детей.`,
  'grade-book': msg`Журнал оценок есть у учеников и у родителей: свой или детей.`,
  purchase: msg`На курсы записываются ученики, а детей записывают родители.`,
}

/** Shown instead of a page that does not serve the selected role group: offers the user's other groups (D-8). */
export function NotForRoleGroup({ name }: { name: Screen['name'] }) {
  const { i18n } = useLingui()
  const title = useScreenTitle()
  const session = useSession()
  const navigate = useNavigate()
  const screen: Screen = screens[name]
  const offered = useRoleGroups().filter((group) => servesRoleGroup(screen, group))
  const purpose = purposes[name]
  const switchTo = (group: RoleGroup) => {
    session.send({ type: 'roleGroup.select', group })
    // A switch opens the home page of the group (S6): return to this page.
    void navigate({ to: screen.address ?? '/', replace: true })
  }
  return (
    <>
      <PageHeading>{title(name)}</PageHeading>
      <Card>
        <EmptyState
          icon="switch"
          title={<Trans>Для этой роли здесь ничего нет</Trans>}
          action={
            offered.length > 0 && (
              <div className="flex flex-wrap justify-center gap-xs">
                {offered.map((group) => (
                  <Button key={group} variant="primary" onClick={() => switchTo(group)}>
                    <Trans>Открыть как {i18n._(roleGroupLabels[group]).toLocaleLowerCase(i18n.locale)}</Trans>
                  </Button>
                ))}
              </div>
            )
          }
        >
          {purpose && i18n._(purpose)}
        </EmptyState>
      </Card>
    </>
  )
}
