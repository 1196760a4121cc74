import { useLingui } from '@lingui/react/macro'
import { CompactSelect } from '#src/ui/forms/compact-select.tsx'
import type { ChildSwitcherProps } from './child-switcher.tsx'

/** The `ChildSwitcher` of a phone, where it is one control of a row. */
export function ChildSelect({ legend, people, chosen, onChooseAll, onChoose }: ChildSwitcherProps) {
  const { t } = useLingui()
  if (people === undefined || people.length < 2) return null
  const all = {
    value: '',
    label: t`Все дети`,
    // A row beside a title has no room for more in each language.
    shortLabel: t({ message: 'Все', context: 'children' }),
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
