import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProgressGroup } from '#contract/learning.ts'
import type { Child } from '#contract/schemas.ts'
import { selectProgressGroup } from '#contract/screens.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { progressGroupsQuery } from '#src/api/progress.ts'
import { useScreenTitle } from '#src/i18n/use-screen-title.ts'
import { QueryBoundary } from '#src/routes/-shell/query/query-boundary.tsx'
import { ButtonLink } from '#src/routes/-shell/shell/router-link.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { EmptyCard } from '#src/ui/feedback/empty-state.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { PageHeading } from '#src/ui/layout/page-heading.tsx'
import { GroupProgress, ProgressSkeleton } from './group-progress.tsx'

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
    <EmptyCard
      icon="progress"
      title={t`Групп пока нет`}
      action={
        <ButtonLink to="/catalog" variant="primary">
          <Trans>Выбрать курс в каталоге</Trans>
        </ButtonLink>
      }
    >
      <Trans>Когда ребёнок начнёт учиться, здесь будут посещаемость, домашние работы и тесты по каждой группе.</Trans>
    </EmptyCard>
  )
}

type ChildAndGroupSelectorProps = {
  people: readonly Pick<Child, 'uuid' | 'firstName'>[]
  child: string | undefined
  /** Groups of the selected child. */
  groups: readonly ProgressGroup[]
  group: string | undefined
}

/** Selection of child and group; selections with one option are hidden. */
function ChildAndGroupSelector({ people, child, groups, group }: ChildAndGroupSelectorProps) {
  const { t } = useLingui()
  const { replace } = useScreenSearch('progress')
  return (
    <div className="mb-lg flex flex-col gap-xs empty:hidden print:hidden">
      {people.length > 1 && (
        <FilterChips
          legend={t`Чья успеваемость`}
          legendHidden
          options={people.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
          selected={child === undefined ? [] : [child]}
          single
          onChange={([chosen]) => chosen !== undefined && replace({ child: chosen, group: undefined })}
        />
      )}
      {groups.length > 1 && (
        <FilterChips
          legend={t`Группа`}
          legendHidden
          options={groups.map((each) => ({ value: each.groupId, label: groupLabel(each, groups) }))}
          selected={group === undefined ? [] : [group]}
          single
          onChange={([chosen]) => chosen !== undefined && replace({ child, group: chosen })}
        />
      )}
    </div>
  )
}

/** The subject, or the title if another group has the same subject. */
function groupLabel({ groupId, subject, title }: ProgressGroup, groups: readonly ProgressGroup[]): string {
  return groups.some((other) => other.groupId !== groupId && other.subject === subject) ? title : subject
}
