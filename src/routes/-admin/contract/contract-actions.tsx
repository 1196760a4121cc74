import { Trans, useLingui } from '@lingui/react/macro'
import type { ContractAction } from '#contract/billing/action-table.ts'
import type { ContractCard } from '#contract/billing/contract-actions.ts'
import { isPaymentOverdue } from '#src/domain/billing/payments.ts'
import { contractStatusAppearance } from '#src/domain/contract-status.ts'
import { contractStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { MenuButton } from '#src/routes/-flow/menu-button.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { actionLabels } from './action-labels.ts'
import type { ChooseAction } from './contract-payments.tsx'
import { offeredActions, paymentActionsOf, terminationSteps } from './offered-actions.ts'

type ContractActionsProps = { card: ContractCard; onChoose: ChooseAction }

/** The status of the contract, and what can be done in it: the usual actions as buttons, the rare ones in a menu. */
export function ContractActions({ card, onChoose }: ContractActionsProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { contract, frozenUntil } = card
  const until = frozenUntil && dates.dayWithYear(frozenUntil)
  const { ofDebt, buttons, inMenu } = useArrangedActions({ card, onChoose })
  const nameOf = (action: ContractAction) => i18n._(labelOf(actionLabels, action))
  return (
    <div className="flex flex-wrap items-center gap-sm">
      <Badge tone={contractStatusAppearance(contract.status).tone}>
        {i18n._(labelOf(contractStatusLabels, contract.status))}
      </Badge>
      {until && <Trans>до {until} включительно</Trans>}
      {ofDebt.map(({ action, title, onPress }) => (
        <Button key={action} size="small" aria-haspopup="dialog" onClick={onPress}>
          {nameOf(action)}
          <VisuallyHidden>: {title}</VisuallyHidden>
        </Button>
      ))}
      {buttons.map(({ action, onPress }) => (
        <Button
          key={action}
          size="small"
          variant={action === 'end' ? 'quiet' : 'secondary'}
          aria-haspopup="dialog"
          onClick={onPress}
        >
          {nameOf(action)}
        </Button>
      ))}
      {inMenu.length > 0 && (
        <MenuButton
          label={t`Что ещё можно сделать: ${contract.number}`}
          groups={[
            {
              key: 'actions',
              entries: inMenu.map(({ action, onPress }) => ({
                key: action,
                title: nameOf(action),
                onSelect: onPress,
              })),
            },
          ]}
        >
          <Icon name="more" />
        </MenuButton>
      )}
    </div>
  )
}

/** With a debt, its actions are pressed most: what ends or pauses the contract is in the menu then. */
function useArrangedActions({ card, onChoose }: ContractActionsProps) {
  const { open } = useScreenSearch('admin')
  const { today } = useSchoolNow()
  const titleOf = usePaymentTitle()
  const { contract, signing } = card
  const actions = offeredActions(card.actions).map((action) => ({ action, onPress: () => onChoose(action, undefined) }))
  const steps = terminationSteps(card.actions).map(({ action, dialog }) => ({
    action,
    onPress: () => open({ dialog, item: contract.uuid }),
  }))
  const overdue = contract.payments.find((payment) => isPaymentOverdue(payment, today))
  const ofDebt =
    overdue === undefined
      ? []
      : offeredActions(paymentActionsOf(card, overdue.uuid))
          .filter((action) => action === 'remind' || action === 'mark-paid')
          .map((action) => ({
            action,
            title: titleOf(overdue, contract.payments),
            onPress: () => onChoose(action, overdue.uuid),
          }))
  const isRare = (action: ContractAction) => action === 'end' || (action === 'note-paper' && !isUnsigned(signing))
  const common = [...actions.filter(({ action }) => !isRare(action)), ...steps]
  const rare = actions.filter(({ action }) => isRare(action))
  if (ofDebt.length > 0) return { ofDebt, buttons: [], inMenu: [...common, ...rare] }
  // A menu of one action costs a press.
  const isMenu = common.length > 0 && rare.length > 1
  return isMenu ? { ofDebt, buttons: common, inMenu: rare } : { ofDebt, buttons: [...common, ...rare], inMenu: [] }
}

/** The customer's signature is needed and missing. */
function isUnsigned({ isNeeded, customerAt, paper }: ContractCard['signing']): boolean {
  return isNeeded && customerAt === null && paper === null
}
