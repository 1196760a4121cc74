import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ProgressGroup } from '#contract/learning.ts'
import { selectProgressGroup } from '#contract/screens.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { progressGroupsQuery } from '#src/api/progress.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { EmptyState } from '#src/ui/feedback/empty-state.tsx'
import { buttonClassNames } from '#src/ui/forms/button-styles.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { ChildAndGroupSelector } from './child-and-group-selector.tsx'
import { GroupProgress } from './group-progress.tsx'
import { ProgressSkeleton } from './skeleton.tsx'

export default function ProgressPage() {
  const title = useScreenTitle()
  return (
    <>
      <PageHeading>{title('progress')}</PageHeading>
      <QueryBoundary
        query={progressGroupsQuery()}
        skeleton={<ProgressSkeleton />}
        isEmpty={(groups) => groups.length === 0}
        empty={<NoGroups />}
      >
        {(groups) => <ProgressOfGroup groups={groups} />}
      </QueryBoundary>
    </>
  )
}

/** Selection of child and group, which the URL holds (D-18), and the progress. */
function ProgressOfGroup({ groups }: { groups: readonly ProgressGroup[] }) {
  const { search } = useScreenSearch('progress')
  const { data: children = [] } = useQuery(childrenQuery())
  const shown = selectProgressGroup(groups, search)
  const child = shown?.studentUuid ?? search.child
  const name = children.find(({ uuid }) => uuid === child)?.firstName
  return (
    <>
      <ChildAndGroupSelector
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
          <Link to="/catalog" className={buttonClassNames({ variant: 'primary' })}>
            <Trans>Выбрать курс в каталоге</Trans>
          </Link>
        }
      >
        <Trans>Когда ребёнок начнёт учиться, здесь будут посещаемость, домашние работы и тесты по каждой группе.</Trans>
      </EmptyState>
    </Card>
  )
}
