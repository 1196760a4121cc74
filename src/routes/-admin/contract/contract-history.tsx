import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractActionEntry, ContractCard } from '#contract/billing/contract-actions.ts'
import { contractStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { actionLabels } from './action-labels.ts'

/** What the staff has done and why, then how the status has changed; the newest first. */
export function ContractHistory({ card: { history, statuses, createdAt } }: { card: ContractCard }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const moment = (at: string) => `${dates.dayWithYear(dates.dayOf(at))}, ${dates.time(at)}`
  return (
    <List>
      {history.map((entry) => (
        <Entry key={entry.uuid} entry={entry} moment={moment} />
      ))}
      {statuses.toReversed().map(({ status, at }) => (
        <ListItem key={at} title={i18n._(labelOf(contractStatusLabels, status))} note={moment(at)} />
      ))}
      <ListItem title={<Trans>Оформлен</Trans>} note={moment(createdAt)} />
    </List>
  )
}

function Entry({ entry, moment }: { entry: ContractActionEntry; moment: (at: string) => string }) {
  const { t, i18n } = useLingui()
  const { open } = useScreenSearch('admin')
  const { uuid, action, at, by, reason, payment, detail, undone, canUndo } = entry
  const undoneAt = undone && moment(undone.at)
  return (
    <ListItem
      title={[i18n._(labelOf(actionLabels, action)), ...(payment ? [payment] : [])].join(separator)}
      note={[moment(at), by ?? t`само, в срок`, ...(detail ? [detail] : [])].join(separator)}
      end={
        canUndo && (
          <Button
            size="small"
            aria-haspopup="dialog"
            onClick={() => open({ dialog: 'undo-contract-action', item: uuid })}
          >
            <Trans>Отменить</Trans>
          </Button>
        )
      }
    >
      {reason && <p className="text-sm break-words">{reason}</p>}
      {undoneAt && (
        <p className="text-sm break-words text-ink-muted">
          <Trans>отменено {undoneAt}</Trans>
          {undone.reason && `${separator}${undone.reason}`}
        </p>
      )}
    </ListItem>
  )
}
