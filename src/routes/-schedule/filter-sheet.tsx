import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'

type FilterSheetProps = {
  count: number
  /** The filters themselves. */
  children: ReactNode
  onReset: () => void
  onClose: () => void
}

/** All filters of a phone in one sheet. */
export function FilterSheet({ count, children, onReset, onClose }: FilterSheetProps) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Фильтры</Trans>}
      closeLabel={t`Закрыть`}
      footer={
        <>
          <Button disabled={count === 0} onClick={onReset}>
            <Trans>Сбросить</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>Показать</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-lg">{children}</div>
    </Dialog>
  )
}
