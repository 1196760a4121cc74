import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { separator } from '#src/i18n/labels.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { groupLabel, useGroupChoice } from './use-group-choice.ts'

const GroupDialog = lazyComponent('progress-group-dialog', () => import('./group-dialog.tsx'), 'GroupDialog')

/** On a phone: child and group in a button that opens the choice of both; nothing without groups. */
export function PhoneGroupSelection() {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { people = [], child, group, groupsOfChild } = useGroupChoice()
  if (child === undefined) return null
  const name = people.length > 1 && people.find(({ uuid }) => uuid === child)?.firstName
  return (
    <>
      <Button
        size="small"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        onPointerEnter={GroupDialog.prefetch}
        onFocus={GroupDialog.prefetch}
      >
        <VisuallyHidden>{t`Показано:`} </VisuallyHidden>
        <span className="min-w-0 truncate">
          {[name, group && groupLabel(group, groupsOfChild)].filter(Boolean).join(separator)}
        </span>
        <Icon name="arrow-down" size={16} />
      </Button>
      {isOpen && <GroupDialog onClose={() => setOpen(false)} />}
    </>
  )
}
