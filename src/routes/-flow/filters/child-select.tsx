import { useLingui } from '@lingui/react/macro'
import { CompactSelect } from '#src/ui/forms/compact-select.tsx'
import type { ChildSwitcherProps } from './child-switcher.tsx'

type ChildSelectProps = ChildSwitcherProps & {
  /** For a row without room: all children are «all». */
  isShort?: boolean
}

/** The `ChildSwitcher` of a phone, where it is one control of a row. */
export function ChildSelect({ isShort = false, legend, people, chosen, onChooseAll, onChoose }: ChildSelectProps) {
  const { t } = useLingui()
  if (people === undefined || people.length < 2) return null
  const all = {
    value: '',
    label: t`Все дети`,
    ...(isShort && { shortLabel: t({ message: 'Все', context: 'children' }) }),
  }
  return (
    <CompactSelect
      label={legend}
      options={[
        ...(onChooseAll ? [all] : []),
        ...people.map(({ uuid, firstName, label = firstName, tone }) => ({ value: uuid, label, tone })),
      ]}
      value={chosen ?? ''}
      onChange={(child) => (child === '' ? onChooseAll?.() : onChoose(child))}
    />
  )
}
