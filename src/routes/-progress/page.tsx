import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProgressGroup } from '#contract/learning.ts'
import { progressShown } from '#contract/screens.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { progressGroupsQuery } from '#src/api/progress.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Loaded } from '#src/routes/-frame/loaded.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHeading } from '#src/ui/page-heading.tsx'
import { Choice } from './choice.tsx'
import { GroupProgress } from './group-progress.tsx'
import { ProgressSkeleton } from './skeleton.tsx'

export default function ProgressPage() {
  const title = useTitle()
  return (
    <>
      <PageHeading>{title('progress')}</PageHeading>
      <Loaded
        query={progressGroupsQuery()}
        skeleton={<ProgressSkeleton />}
        isEmpty={(groups) => groups.length === 0}
        empty={<NoGroups />}
      >
        {(groups) => <ProgressOfGroup groups={groups} />}
      </Loaded>
    </>
  )
}

/** The choice of child and group, which is in the address (D-18), and the progress in what is chosen. */
function ProgressOfGroup({ groups }: { groups: readonly ProgressGroup[] }) {
  const { search } = useAddress('progress')
  const { data: children = [] } = useQuery(childrenQuery())
  const shown = progressShown(groups, search)
  const child = shown?.studentUuid ?? search.child
  const name = children.find(({ uuid }) => uuid === child)?.firstName
  return (
    <>
      <Choice
        people={children}
        child={child}
        groups={groups.filter(({ studentUuid }) => studentUuid === child)}
        group={shown?.groupId}
      />
      {shown === undefined ? (
        <NoGroups />
      ) : (
        <GroupProgress key={`${shown.studentUuid} ${shown.groupId}`} group={shown} name={name} />
      )}
    </>
  )
}

function NoGroups() {
  const { t } = useLingui()
  return (
    <Card>
      <EmptyState
        icon="progress"
        title={t`Групп пока нет`}
        action={
          <Link to="/catalog" className={buttonClasses({ variant: 'primary' })}>
            <Trans>Выбрать курс в каталоге</Trans>
          </Link>
        }
      >
        <Trans>Когда ребёнок начнёт учиться, здесь будут посещаемость, домашние работы и тесты по каждой группе.</Trans>
      </EmptyState>
    </Card>
  )
}
