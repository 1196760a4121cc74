import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractAction } from '#contract/billing/action-table.ts'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { actionLabels } from '#src/routes/-admin/contract/action-labels.ts'
import { MenuButton } from '#src/routes/-flow/menu-button.tsx'
import { ScreenLink } from '#src/routes/-flow/router-link.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { useCurrentUserId, useRoles } from '#src/routes/-query/use-session.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { QueueRowProps } from './queue-cells.tsx'
import { rowActions } from './row-actions.ts'
import type { Taking } from './taker.tsx'

export type Act = (action: ContractAction, item: WorkQueueItem) => void

type RowButtonsProps = QueueRowProps & {
  onAct: Act
  /** Of a narrow row, which has no room for a button that takes it. */
  taking?: Taking
}

/** What the row needs as one button; what else is lawful, and the cards, are in a menu. */
export function RowButtons({ queue, item, onAct, taking }: RowButtonsProps) {
  const { t, i18n } = useLingui()
  const { open } = useScreenSearch('admin')
  const actor = { id: useCurrentUserId(), roles: useRoles() }
  const { contract, contact, awaits } = item
  if (!contract) return <OwnLink queue={queue} item={item} />
  const actions = rowActions(queue, item, actor)
  // One person may not sign for both sides.
  const isToSign = awaits === 'school' && contact?.id !== actor.id
  const first = isToSign ? undefined : actions[0]
  const others = actions.filter((action) => action !== first)
  const entry = (action: ContractAction) => ({
    key: action,
    title: i18n._(labelOf(actionLabels, action)),
    onSelect: () => onAct(action, item),
  })
  const isLinked = !isToSign && !first
  const cards = [
    { key: 'contract', title: t`Карточка договора`, onSelect: () => open({ contract: contract.uuid }) },
    // Where something can be done with a contract, its customer is the one to ask.
    ...(contact && (!isLinked || queue === 'transfers' || queue === 'refunds')
      ? [{ key: 'contact', title: t`Карточка заказчика`, onSelect: () => open({ user: contact.id }) }]
      : []),
  ]
  return (
    <span className="flex items-center gap-xxs">
      {isToSign && (
        <ScreenLink to="/adm-panel" search={{ tab: 'queues', queue, dialog: 'countersign', item: contract.uuid }}>
          <Trans>Подписать за школу</Trans>
        </ScreenLink>
      )}
      {first && (
        <Button size="small" aria-haspopup="dialog" onClick={() => onAct(first, item)}>
          {taking && first === 'remind' ? (
            <Trans>
              Напомнить <VisuallyHidden>о платеже</VisuallyHidden>
            </Trans>
          ) : (
            i18n._(labelOf(actionLabels, first))
          )}
          <VisuallyHidden>: {contract.number}</VisuallyHidden>
        </Button>
      )}
      {isLinked && <OwnLink queue={queue} item={item} />}
      <MenuButton
        label={t`Что ещё можно сделать: ${contract.number}`}
        groups={[
          ...(others.length > 0 ? [{ key: 'actions', entries: others.map(entry) }] : []),
          { key: 'cards', entries: cards },
          ...(taking
            ? [{ key: 'taker', entries: [{ key: 'taker', title: taking.title, onSelect: taking.toggle }] }]
            : []),
        ]}
      >
        <Icon name="more" />
      </MenuButton>
    </span>
  )
}

/** Leads to where something without a contract is mended. */
function OwnLink({ queue, item: { id, contact, contract } }: QueueRowProps) {
  switch (queue) {
    case 'imports':
      return (
        <ScreenLink to="/adm-panel" search={{ tab: 'imports', item: id }}>
          <Trans>Открыть загрузку</Trans>
        </ScreenLink>
      )
    case 'refunds':
      return (
        contract &&
        contact && (
          <ScreenLink
            to="/adm-panel"
            search={{ tab: 'queues', queue, user: contact.id, dialog: 'settle-termination', item: contract.uuid }}
          >
            <Trans>Отметить перевод</Trans>
            <VisuallyHidden>: {contract.number}</VisuallyHidden>
          </ScreenLink>
        )
      )
    case 'transfers':
      return (
        <ScreenLink to="/adm-panel" search={{ tab: 'queues', queue, dialog: 'cancel-transfer', item: id }}>
          <Trans>Отменить смену</Trans>
          <VisuallyHidden>: {contract?.number}</VisuallyHidden>
        </ScreenLink>
      )
    case 'data-requests':
      return (
        <ScreenLink to="/adm-panel" search={{ tab: 'queues', queue, dialog: 'data-request', item: id }}>
          <Trans>Ответить</Trans>
        </ScreenLink>
      )
    case 'payment-differences':
      return (
        <ScreenLink to="/adm-panel" search={{ tab: 'queues', queue, dialog: 'difference', item: id }}>
          <Trans>Разобрать</Trans>
        </ScreenLink>
      )
    default:
      return (
        contact && (
          <ScreenLink to="/adm-panel" search={{ tab: 'queues', queue, user: contact.id }}>
            {queue === 'messages' ? <Trans>Проверить адрес</Trans> : <Trans>Открыть карточку</Trans>}
            <VisuallyHidden>: {contact.name}</VisuallyHidden>
          </ScreenLink>
        )
      )
  }
}
