import { useQuery } from '@tanstack/react-query'
import type { ProgressGroup } from '#contract/learning/progress.ts'
import { childrenQuery } from '#src/api/profile.ts'
import { progressGroupsQuery } from '#src/api/progress.ts'
import { selectProgressGroup } from '#src/domain/progress.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'

/** The children and their groups, what the URL selects of them, and the functions that choose. */
export function useGroupChoice() {
  const { search, replace } = useScreenSearch('progress')
  const { data: groups = [] } = useQuery(progressGroupsQuery())
  const { data, isError } = useQuery(childrenQuery())
  const group = selectProgressGroup(groups, search)
  const child = group?.studentUuid ?? search.child
  return {
    /** Undefined while they load; none after a failure. */
    people: isError ? [] : data,
    child,
    group,
    groupsOfChild: groups.filter(({ studentUuid }) => studentUuid === child),
    chooseChild: (chosen: string) => replace({ child: chosen, group: undefined }),
    chooseGroup: (chosen: string) => replace({ child, group: chosen, lesson: undefined }),
  }
}

/** The subject, or the title if another group has the same subject. */
export function groupLabel({ groupId, subject, title }: ProgressGroup, groups: readonly ProgressGroup[]): string {
  return groups.some((other) => other.groupId !== groupId && other.subject === subject) ? title : subject
}
