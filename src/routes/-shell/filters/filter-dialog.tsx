import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Dialog } from '#src/routes/-shell/shell/dialog.tsx'
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

/** All filters of a screen in one dialog. */
export function FilterDialog({ count, submitLabel, children, onReset, onClose }: FilterDialogProps) {
  return (
    <Dialog
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
    </Dialog>
  )
}
