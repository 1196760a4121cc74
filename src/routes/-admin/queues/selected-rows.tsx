import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
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
import { targetOf } from './row-actions.ts'
import type { Act } from './row-buttons.tsx'

const ActionDialog = lazyComponent(
  'contract-action-dialog',
  () => import('#src/routes/-admin/contract/action-dialog.tsx'),
  'ActionDialog',
)

/** What can be done with several rows at once, by queue: what is the same for all of them. */
const actionsOfSelected: Partial<Record<WorkQueue, readonly ContractAction[]>> = {
  'unsigned-unpaid': ['note-paper', 'end'],
  'paid-unsigned': ['note-paper'],
  overdue: ['remind', 'move', 'mark-error', 'cancel'],
  'payment-errors': ['clear-error', 'remind', 'move', 'cancel'],
}

/** `cell` is the checkbox of a row, `bar` what is done with the selected ones. */
export type Selection = {
  cell: (item: WorkQueueItem) => ReactNode
  bar: (items: readonly WorkQueueItem[]) => ReactNode
}

/** What the dialog was opened with: rows leave the queue as they are done. */
type Opened = {
  targets: readonly ActionTarget[]
  offered: readonly ContractAction[]
  /** Number of the contract of a single row. */
  number: string | null
}

type SelectedRowsProps = {
  queue: WorkQueue
  /** The selection is null where nothing is the same for several rows. */
  children: (selection: Selection | null, act: Act) => ReactNode
}

/** Actions of a queue: on one row, or one for all that are selected. The dialog stays when the last row leaves the queue. */
export function SelectedRows({ queue, children }: SelectedRowsProps) {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('admin')
  const [selected, setSelected] = useState<readonly string[]>([])
  const [opened, setOpened] = useState<Opened | null>(null)
  const ask = (about: Opened) => {
    setOpened(about)
    open({ dialog: 'contract-action' })
  }
  const act: Act = (action, item) =>
    ask({ targets: targetOf(action, item), offered: [action], number: item.contract?.number ?? null })
  const isAsked = search.dialog === 'contract-action' && search.contract === undefined
  const offered = actionsOfSelected[queue]
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
      onAct={(chosen) => ask({ targets: targetsOf(queue, chosen), offered: offered ?? [], number: null })}
    />
  )
  return (
    <>
      {children(offered ? { cell, bar } : null, act)}
      {isAsked && opened && (
        <ActionDialog
          targets={opened.targets}
          offered={opened.offered}
          subject={opened.number ?? t`Строк: ${opened.targets.length}`}
          onClose={() => {
            // After one row the others stay selected.
            if (opened.number === null) setSelected([])
            close({ dialog: undefined })
          }}
        />
      )}
      {/* After a reload nothing is known of the rows. */}
      {isAsked && !opened && (
        <Navigate
          from="/adm-panel/"
          to="/adm-panel/"
          search={(now) => ({ ...now, dialog: undefined })}
          replace
          resetScroll={false}
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
    <div className="flex flex-wrap items-center gap-sm">
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

/** All actions of a queue are about its contracts, or about its payments. */
function targetsOf(queue: WorkQueue, items: readonly WorkQueueItem[]): ActionTarget[] {
  const [action] = actionsOfSelected[queue] ?? []
  return action ? items.flatMap((item) => targetOf(action, item)) : []
}
