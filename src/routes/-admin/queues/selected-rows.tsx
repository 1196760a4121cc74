import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { ContractAction } from '#contract/billing/action-table.ts'
import type { ActionTarget } from '#contract/billing/contract-actions.ts'
import type { WorkQueue } from '#contract/enumerations.ts'
import { maxActionTargets } from '#contract/limits.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { actionLabels } from '#src/routes/-admin/contract/action-labels.ts'
import { MenuButton } from '#src/routes/-flow/menu-button.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Checkbox } from '#src/ui/forms/checkbox-and-radio.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { usePaymentWords } from './queue-cells.tsx'
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
  /** What was listed. */
  items: readonly WorkQueueItem[]
  /** What is left of the payment of a single row, in kopecks. */
  toPay: number | null
}

/** Queues whose rows are payments; others have the sum of the contract. */
function hasPayments(queue: WorkQueue): boolean {
  return queue === 'overdue' || queue === 'payment-errors'
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
  const wordsOf = usePaymentWords()
  // The language may change while the dialog is open.
  const paymentsOf = (items: readonly WorkQueueItem[]) =>
    Object.fromEntries(
      items.flatMap((item) => (hasPayments(queue) && item.payment ? [[item.payment.uuid, wordsOf(item)]] : [])),
    )
  const subjectOf = ({ items: [item] }: Opened) =>
    [item?.contract?.number, item?.contact?.name, item && hasPayments(queue) && wordsOf(item)]
      .filter(Boolean)
      .join(separator)
  const act: Act = (action, item) =>
    ask({
      targets: targetOf(action, item),
      offered: [action],
      number: item.contract?.number ?? null,
      items: [item],
      toPay: hasPayments(queue) ? item.amount : null,
    })
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
      offered={offered ?? []}
      onAct={(action, chosen) =>
        ask({
          targets: chosen.flatMap((item) => targetOf(action, item)),
          offered: [action],
          number: null,
          items: chosen,
          toPay: null,
        })
      }
    />
  )
  return (
    <>
      {children(offered ? { cell, bar } : null, act)}
      {isAsked && opened && (
        <ActionDialog
          targets={opened.targets}
          offered={opened.offered}
          subject={opened.number === null ? t`Строк: ${opened.targets.length}` : subjectOf(opened)}
          payments={paymentsOf(opened.items)}
          toPay={opened.toPay}
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
  offered: readonly ContractAction[]
  onAct: (action: ContractAction, chosen: readonly WorkQueueItem[]) => void
}

function SelectionBar({ chosen, onAll, onNone, offered, onAct }: SelectionBarProps) {
  const { i18n } = useLingui()
  const entry = (action: ContractAction) => ({
    key: action,
    title: i18n._(labelOf(actionLabels, action)),
    onSelect: () => onAct(action, chosen),
  })
  return (
    <div className="flex flex-wrap items-center gap-sm">
      <Button size="small" onClick={chosen.length > 0 ? onNone : onAll}>
        {chosen.length > 0 ? <Trans>Снять выбор</Trans> : <Trans>Выбрать все</Trans>}
      </Button>
      {chosen.length > 0 && (
        <MenuButton variant="outlined" groups={[{ key: 'actions', entries: offered.map(entry) }]}>
          <Trans>С выбранными: {chosen.length}</Trans>
          <Icon name="arrow-down" size={16} />
        </MenuButton>
      )}
    </div>
  )
}
