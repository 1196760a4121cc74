import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { RoleGroup } from '#contract/roles.ts'
import { fits, type Screen, screens } from '#contract/screens.ts'
import { roleGroupWords } from '#src/i18n/person-words.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { useRoleGroups, useSession } from './use-session.ts'

/** What a page that only some role groups have is for (D-8). */
const purposes: Partial<Record<Screen['name'], MessageDescriptor>> = {
  schedule: msg`Расписание есть у учеников и у родителей: своё или детей.`,
  'parent-home-page': msg`Здесь родители видят расписание детей, ближайшие платежи и мероприятия.`,
  progress: msg`Успеваемость детей видят родители.`,
  'schedule-change': msg`Группы меняют ученики и родители: свою или детей.`,
  'grade-book': msg`Журнал оценок есть у учеников и у родителей: свой или детей.`,
  purchase: msg`На курсы записываются ученики, а детей записывают родители.`,
}

/** A page that has nothing to show for the selected role group offers another one that the person holds (D-8). */
export function NothingForGroup({ name }: { name: Screen['name'] }) {
  const { i18n } = useLingui()
  const title = useTitle()
  const session = useSession()
  const navigate = useNavigate()
  const screen: Screen = screens[name]
  const offered = useRoleGroups().filter((group) => fits(screen, group))
  const purpose = purposes[name]
  const switchTo = (group: RoleGroup) => {
    session.send({ type: 'roleGroup.select', group })
    // A switch opens the home of the group (S6); whoever switched here came for this page.
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
                    <Trans>Открыть как {i18n._(roleGroupWords[group]).toLocaleLowerCase(i18n.locale)}</Trans>
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
