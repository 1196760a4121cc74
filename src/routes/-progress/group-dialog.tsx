import { useLingui } from '@lingui/react/macro'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { groupLabel, useGroupChoice } from './use-group-choice.ts'

/** Child and group of the page on a phone; the choice of a group closes it. */
export function GroupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { people = [], child, group, groupsOfChild, chooseChild, chooseGroup } = useGroupChoice()
  return (
    <Dialog title={t`Что показать`} onClose={onClose}>
      <div className="flex flex-col gap-base">
        {people.length > 1 && (
          <FilterChips
            legend={t`Кто учится`}
            wrap
            single
            keepsSelected
            options={people.map(({ uuid, firstName }) => ({ value: uuid, label: firstName }))}
            selected={child === undefined ? [] : [child]}
            onChange={([chosen]) => chosen !== undefined && chooseChild(chosen)}
          />
        )}
        {groupsOfChild.length > 1 && (
          <FilterChips
            legend={t`Группа`}
            wrap
            single
            keepsSelected
            options={groupsOfChild.map((each) => ({ value: each.groupId, label: groupLabel(each, groupsOfChild) }))}
            selected={group ? [group.groupId] : []}
            onChange={([chosen]) => {
              if (chosen !== undefined) chooseGroup(chosen)
              onClose()
            }}
          />
        )}
      </div>
    </Dialog>
  )
}
