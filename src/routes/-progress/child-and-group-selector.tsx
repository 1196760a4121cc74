import { useLingui } from '@lingui/react/macro'
import type { ProgressGroup } from '#contract/learning.ts'
import type { Child } from '#contract/schemas.ts'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'

type ChildAndGroupSelectorProps = {
  people: readonly Pick<Child, 'uuid' | 'firstName'>[]
  child: string | undefined
  /** Groups of the selected child. */
  groups: readonly ProgressGroup[]
  group: string | undefined
}

/** Selection of child and group; selections with one option are hidden. */
export function ChildAndGroupSelector({ people, child, groups, group }: ChildAndGroupSelectorProps) {
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
