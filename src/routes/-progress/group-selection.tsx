import { useLingui } from '@lingui/react/macro'
import { CompactSelect } from '#src/ui/forms/compact-select.tsx'
import { groupLabel, useGroupChoice } from './use-group-choice.ts'

/** On a phone: the group of the child; nothing with one. */
export function PhoneGroupSelection() {
  const { t } = useLingui()
  const { group, groupsOfChild, chooseGroup } = useGroupChoice()
  if (group === undefined || groupsOfChild.length < 2) return null
  return (
    <CompactSelect
      isWhole
      label={t`Группа`}
      options={groupsOfChild.map((each) => ({ value: each.groupId, label: groupLabel(each, groupsOfChild) }))}
      value={group.groupId}
      onChange={chooseGroup}
    />
  )
}
