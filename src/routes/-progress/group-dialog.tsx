import { useLingui } from '@lingui/react/macro'
import { Dialog } from '#src/routes/-flow/dialog.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { FilterChips } from '#src/ui/forms/filter-chips.tsx'
import { groupLabel, useGroupChoice } from './use-group-choice.ts'

/** Child, group and lessons of the page on a phone; the choice of a group or of lessons closes it. */
export function GroupDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const { search, replace } = useScreenSearch('progress')
  const { people = [], child, group, groupsOfChild, chooseChild, chooseGroup } = useGroupChoice()
  const labels = { all: t`Все занятия`, notable: t`Только с замечаниями` }
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
        <FilterChips
          legend={t`Занятия`}
          wrap
          single
          keepsSelected
          options={(['all', 'notable'] as const).map((value) => ({ value, label: labels[value] }))}
          selected={[search.only ?? 'all']}
          onChange={([chosen]) => {
            replace({ only: chosen === 'notable' ? 'notable' : undefined })
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}
