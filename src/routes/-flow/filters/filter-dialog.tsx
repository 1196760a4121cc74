import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AnchoredDialog } from '#src/routes/-flow/anchored-dialog.tsx'
import { Button } from '#src/ui/forms/button.tsx'

type FilterDialogProps = {
  /** Number of active filters. */
  count: number
  /** Text of the button that closes the dialog. */
  submitLabel: ReactNode
  /** Filter controls. */
  children: ReactNode
  onReset: () => void
  onClose: () => void
}

/** All filters of a screen: a popover at their button, on a phone a sheet. */
export function FilterDialog({ count, submitLabel, children, onReset, onClose }: FilterDialogProps) {
  return (
    <AnchoredDialog
      anchor="[data-filters-button]"
      side="below"
      onClose={onClose}
      title={<Trans>Фильтры</Trans>}
      footer={
        <>
          <Button disabled={count === 0} onClick={onReset}>
            <Trans>Сбросить</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-lg">{children}</div>
    </AnchoredDialog>
  )
}
