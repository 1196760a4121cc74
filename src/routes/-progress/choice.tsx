import { useLingui } from '@lingui/react/macro'
import type { ProgressGroup } from '#contract/learning.ts'
import type { Child } from '#contract/shapes.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { FilterChips } from '#src/ui/filter-chip.tsx'

type ChoiceProps = {
  people: readonly Pick<Child, 'uuid' | 'firstName'>[]
  child: string | undefined
  /** Of the child. */
  groups: readonly ProgressGroup[]
  group: string | undefined
}

/** Whose progress, and in which group; a choice of one is not offered. */
export function Choice({ people, child, groups, group }: ChoiceProps) {
  const { t } = useLingui()
  const { replace } = useAddress('progress')
  return (
    <div className="mb-lg flex flex-col gap-xs empty:hidden print:hidden">
      {people.length > 1 && (
        <FilterChips
          legend={t`Чья успеваемость`}
          legendHidden
          options={people.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
          chosen={child === undefined ? [] : [child]}
          atMostOne
          onChange={([chosen]) => chosen !== undefined && replace({ child: chosen, group: undefined })}
        />
      )}
      {groups.length > 1 && (
        <FilterChips
          legend={t`Группа`}
          legendHidden
          options={groups.map((each) => ({ value: each.groupId, label: shortNameOf(each, groups) }))}
          chosen={group === undefined ? [] : [group]}
          atMostOne
          onChange={([chosen]) => chosen !== undefined && replace({ child, group: chosen })}
        />
      )}
    </div>
  )
}

/** By its subject, unless another group has the same one. */
function shortNameOf({ groupId, subject, title }: ProgressGroup, groups: readonly ProgressGroup[]): string {
  return groups.some((other) => other.groupId !== groupId && other.subject === subject) ? title : subject
}
