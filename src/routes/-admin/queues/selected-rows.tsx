import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { ContractAction } from '#contract/billing/action-table.ts'
import type { ActionTarget } from '#contract/billing/contract-actions.ts'
import type { WorkQueue } from '#contract/enumerations.ts'
import { maxActionTargets } from '#contract/limits.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'

const ActionDialog = lazyComponent(
  'contract-action-dialog',
  () => import('#src/routes/-admin/contract/action-dialog.tsx'),
  'ActionDialog',
)

/** What can be done with several rows at once, by queue: what is the same for all of them. */
const actionsOfQueue: Partial<Record<WorkQueue, readonly ContractAction[]>> = {
  'unsigned-unpaid': ['note-paper', 'end'],
  'paid-unsigned': ['note-paper'],
  overdue: ['remind', 'move', 'mark-error', 'cancel'],
  'payment-errors': ['clear-error', 'remind', 'move', 'cancel'],
}
const ofPayments: readonly WorkQueue[] = ['overdue', 'payment-errors']

/** `cell` is the checkbox of a row, `bar` what is done with the selected ones. */
export type Selection = {
  cell: (item: WorkQueueItem) => ReactNode
  bar: (items: readonly WorkQueueItem[]) => ReactNode
}

type SelectedRowsProps = { queue: WorkQueue; children: (selection: Selection | null) => ReactNode }

/** Rows of a queue that are selected, and one action for all of them. The dialog stays when the last row leaves the queue. */
export function SelectedRows({ queue, children }: SelectedRowsProps) {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('admin')
  const [selected, setSelected] = useState<readonly string[]>([])
  /** What the dialog was opened with: rows leave the queue as they are done. */
  const [targets, setTargets] = useState<readonly ActionTarget[]>([])
  const offered = actionsOfQueue[queue]
  if (!offered) return children(null)
  const cell: Selection['cell'] = ({ id, contract }) =>
    contract && (
      <Checkbox
        checked={selected.includes(id)}
        disabled={!selected.includes(id) && selected.length >= maxActionTargets}
        onChange={({ target }) =>
          setSelected(target.checked ? [...selected, id] : selected.filter((one) => one !== id))
        }
        aria-label={t`Выбрать ${contract.number}`}
      >
        {null}
      </Checkbox>
    )
  const bar: Selection['bar'] = (items) => (
    <SelectionBar
      chosen={items.filter(({ id }) => selected.includes(id))}
      onAll={() => setSelected(items.slice(0, maxActionTargets).map(({ id }) => id))}
      onNone={() => setSelected([])}
      onAct={(chosen) => {
        setTargets(targetsOf(queue, chosen))
        open({ dialog: 'contract-action' })
      }}
    />
  )
  return (
    <>
      {children({ cell, bar })}
      {search.dialog === 'contract-action' && search.contract === undefined && targets.length > 0 && (
        <ActionDialog
          targets={targets}
          offered={offered}
          subject={t`Строк: ${targets.length}`}
          onClose={() => {
            setSelected([])
            close({ dialog: undefined })
          }}
        />
      )}
    </>
  )
}

type SelectionBarProps = {
  chosen: readonly WorkQueueItem[]
  onAll: () => void
  onNone: () => void
  onAct: (chosen: readonly WorkQueueItem[]) => void
}

function SelectionBar({ chosen, onAll, onNone, onAct }: SelectionBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-sm pt-sm">
      <Button size="small" onClick={chosen.length > 0 ? onNone : onAll}>
        {chosen.length > 0 ? <Trans>Снять выбор</Trans> : <Trans>Выбрать все</Trans>}
      </Button>
      <Button
        size="small"
        variant="primary"
        aria-haspopup="dialog"
        disabled={chosen.length === 0}
        onClick={() => onAct(chosen)}
      >
        <Trans>Действие с выбранными: {chosen.length}</Trans>
      </Button>
    </div>
  )
}

function targetsOf(queue: WorkQueue, items: readonly WorkQueueItem[]): ActionTarget[] {
  return items.flatMap(({ id, contract }) =>
    contract ? [{ contractUuid: contract.uuid, paymentUuid: ofPayments.includes(queue) ? id : null }] : [],
  )
}
