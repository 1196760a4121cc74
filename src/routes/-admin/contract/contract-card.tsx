import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContractAction } from '#contract/billing/action-table.ts'
import type { ContractCard as Card } from '#contract/billing/contract-actions.ts'
import type { Payment } from '#contract/enrolment/contracts.ts'
import { contractCardQuery } from '#src/api/admin.ts'
import { isPaymentOverdue } from '#src/domain/billing/payments.ts'
import { contractStatusAppearance } from '#src/domain/contract-status.ts'
import { contractStatusLabels, paymentSchemeLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { usePaymentTitle } from '#src/i18n/payment-title.ts'
import { formatPhone } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { CardPart } from '#src/routes/-admin/card-part.tsx'
import { isTerminationDialog } from '#src/routes/-admin/payments/termination-dialog-names.ts'
import { UserLink } from '#src/routes/-admin/user/user-labels.tsx'
import { MenuButton } from '#src/routes/-flow/menu-button.tsx'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { DescriptionList } from '#src/ui/data/list.tsx'
import { SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Drawer } from '#src/ui/overlay/dialog.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { actionLabels } from './action-labels.ts'
import { ContractDocuments } from './contract-documents.tsx'
import { ContractHistory } from './contract-history.tsx'
import { type ChooseAction, ContractPayments } from './contract-payments.tsx'
import { offeredActions, terminationSteps } from './offered-actions.ts'

const ActionDialog = lazyComponent('contract-action-dialog', () => import('./action-dialog.tsx'), 'ActionDialog')
const TerminationDialogs = lazyComponent(
  'termination-dialogs',
  () => import('#src/routes/-admin/payments/termination-dialogs.tsx'),
  'TerminationDialogs',
)
const UndoDialog = lazyComponent('undo-contract-action', () => import('./undo-dialog.tsx'), 'UndoDialog')

/** A contract: who, what, what can be done, and what was done and why. */
export function ContractCard({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useLingui()
  const { search, open, close } = useScreenSearch('admin')
  const result = useQuery(contractCardQuery(id))
  const card = result.data
  const payment = card?.contract.payments.find(({ uuid }) => uuid === search.payment)
  const entry = card?.history.find(({ uuid }) => uuid === search.item)
  const closeDialog = () => close({ dialog: undefined, payment: undefined, item: undefined })
  // Not in the address: a page that is loaded again offers all actions.
  const [chosen, setChosen] = useState<ContractAction | null>(null)
  const choose: ChooseAction = (action, paymentUuid) => {
    setChosen(action)
    open({ dialog: 'contract-action', payment: paymentUuid })
  }
  const wordsOf = usePaymentWords()
  const offered = card && offeredActions(payment ? paymentActionsOf(card, payment.uuid) : card.actions)
  return (
    <Drawer
      size="wide"
      onClose={onClose}
      title={card ? <ContractTitle number={card.contract.number} /> : t`Договор`}
      closeLabel={t`Закрыть`}
    >
      <QueryState result={result} skeleton={<SkeletonBlock size="large" />}>
        {(shown) => <Details card={shown} onChoose={choose} />}
      </QueryState>
      {card && offered && search.dialog === 'contract-action' && (search.payment === undefined || payment) && (
        <ActionDialog
          key={search.payment ?? id}
          targets={[{ contractUuid: id, paymentUuid: payment?.uuid ?? null }]}
          offered={chosen && offered.includes(chosen) ? [chosen] : offered}
          subject={[card.contract.number, payment && wordsOf(card, payment)].filter(Boolean).join(separator)}
          toPay={payment ? payment.amount - payment.paid : null}
          onClose={closeDialog}
        />
      )}
      {/* Over the card of a user it is a step of that card. */}
      {card && search.user === undefined && isTerminationDialog(search.dialog) && search.item === id && (
        <TerminationDialogs
          userId={card.customer.id}
          contractId={id}
          dialog={search.dialog}
          onClose={() => close({ dialog: undefined, item: undefined })}
        />
      )}
      {entry?.canUndo && search.dialog === 'undo-contract-action' && <UndoDialog entry={entry} onClose={closeDialog} />}
    </Drawer>
  )
}

/** Which payment a dialog is about: «Август · до 5 августа 2026 г. · Филатов Сергей · осталось 4 400 ₽ из 8 800 ₽». */
function usePaymentWords() {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const titleOf = usePaymentTitle()
  return ({ contract, customer }: Card, payment: Payment) => {
    const [left, whole] = [payment.amount - payment.paid, payment.amount].map((sum) => formatMoney(sum, i18n.locale))
    const day = dates.dayWithYear(payment.dueOn)
    return [
      titleOf(payment, contract.payments),
      t`до ${day}`,
      customer.name,
      payment.paid < payment.amount && t`осталось ${left} из ${whole}`,
    ]
      .filter(Boolean)
      .join(separator)
  }
}

function paymentActionsOf({ contract, paymentActions }: Card, paymentUuid: string) {
  return paymentActions[contract.payments.findIndex(({ uuid }) => uuid === paymentUuid)] ?? []
}

function Details({ card, onChoose }: { card: Card; onChoose: ChooseAction }) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const { open } = useScreenSearch('admin')
  const { today } = useSchoolNow()
  const titleOf = usePaymentTitle()
  const { contract, student, customer, frozenUntil, signing, terminations, createdAt } = card
  const money = (sum: number) => formatMoney(sum, i18n.locale)
  const day = (at: string) => dates.dayWithYear(dates.dayOf(at))
  const until = frozenUntil && dates.dayWithYear(frozenUntil)
  const actions = offeredActions(card.actions).map((action) => ({ action, onPress: () => onChoose(action, undefined) }))
  const steps = terminationSteps(card.actions).map(({ action, dialog }) => ({
    action,
    onPress: () => open({ dialog, item: contract.uuid }),
  }))
  const overdue = contract.payments.filter((payment) => isPaymentOverdue(payment, today))
  const debt = overdue.reduce((sum, { toPay }) => sum + toPay, 0)
  // With a debt these are pressed most; what ends or pauses the contract is in the menu.
  const ofDebt = overdue.slice(0, 1).flatMap((payment) =>
    offeredActions(paymentActionsOf(card, payment.uuid))
      .filter((action) => action === 'remind' || action === 'mark-paid')
      .map((action) => ({ action, title: titleOf(payment, contract.payments), uuid: payment.uuid })),
  )
  const isRare = (action: ContractAction) => action === 'end' || (action === 'note-paper' && !isUnsigned(signing))
  const common = [...actions.filter(({ action }) => !isRare(action)), ...steps]
  const rare = actions.filter(({ action }) => isRare(action))
  // A menu of one action costs a press.
  const isMenu = common.length > 0 && rare.length > 1
  const inMenu = ofDebt.length > 0 ? [...common, ...rare] : isMenu ? rare : []
  const buttons = ofDebt.length > 0 ? [] : isMenu ? common : [...common, ...rare]
  const nameOf = (action: ContractAction) => i18n._(labelOf(actionLabels, action))
  return (
    <div className="flex flex-col gap-lg">
      <div className="flex flex-wrap items-center gap-sm">
        <Badge tone={contractStatusAppearance(contract.status).tone}>
          {i18n._(labelOf(contractStatusLabels, contract.status))}
        </Badge>
        {until && <Trans>до {until} включительно</Trans>}
        {ofDebt.map(({ action, title, uuid }) => (
          <Button key={action} size="small" aria-haspopup="dialog" onClick={() => onChoose(action, uuid)}>
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
                  ...{ key: action, title: nameOf(action), onSelect: onPress },
                })),
              },
            ]}
          >
            <Icon name="more" />
          </MenuButton>
        )}
      </div>
      <DescriptionList
        isCompact
        entries={[
          {
            key: 'debt',
            term: t`Просрочено`,
            value: debt > 0 && <span className="font-medium text-ink-error tabular-nums">{money(debt)}</span>,
          },
          { key: 'course', term: t`Курс`, value: <SchoolText>{contract.program.title}</SchoolText> },
          {
            key: 'group',
            term: t`Группа`,
            value: contract.groupTitle && <SchoolText>{contract.groupTitle}</SchoolText>,
          },
          { key: 'student', term: t`Ученик`, value: <UserLink id={student.id}>{student.name}</UserLink> },
          {
            key: 'customer',
            term: t`Заказчик`,
            value: (
              <span className="flex flex-wrap items-baseline gap-x-sm">
                <UserLink id={customer.id}>{customer.name}</UserLink>
                {customer.phone && <a href={`tel:${customer.phone}`}>{formatPhone(customer.phone)}</a>}
              </span>
            ),
          },
          { key: 'made', term: t`Оформлен`, value: day(createdAt) },
          { key: 'scheme', term: t`Оплата`, value: i18n._(labelOf(paymentSchemeLabels, contract.paymentScheme)) },
          { key: 'paid', term: t`Оплачено`, value: t`${money(contract.paid)} из ${money(contract.total)}` },
          { key: 'signing', term: t`Подпись`, value: <Signing signing={signing} day={day} /> },
        ]}
      />
      <CardPart title={<Trans>Платежи</Trans>}>
        <ContractPayments card={card} onChoose={onChoose} />
      </CardPart>
      <CardPart title={<Trans>Документы</Trans>}>
        <ContractDocuments card={card} />
      </CardPart>
      {terminations.length > 0 && (
        <CardPart title={<Trans>Расторжение</Trans>}>
          <ul className="flex flex-col gap-xs text-sm">
            {terminations.map(({ uuid, lastDay, toReturn, reason }) => {
              const [last, sum] = [dates.dayWithYear(lastDay), money(toReturn)]
              return (
                <li key={uuid} className="break-words">
                  <Trans>
                    последний день {last}, вернуть {sum}
                  </Trans>
                  {reason && separator}
                  {reason}
                </li>
              )
            })}
          </ul>
        </CardPart>
      )}
      <CardPart title={<Trans>Что было</Trans>}>
        <ContractHistory card={card} />
      </CardPart>
    </div>
  )
}

/** The number stays on one line. */
function ContractTitle({ number }: { number: string }) {
  return (
    <Trans>
      Договор <span className="whitespace-nowrap">№&nbsp;{number}</span>
    </Trans>
  )
}

/** The customer's signature is needed and missing. */
function isUnsigned({ isNeeded, customerAt, paper }: Card['signing']): boolean {
  return isNeeded && customerAt === null && paper === null
}

function Signing({ signing, day }: { signing: Card['signing']; day: (at: string) => string }) {
  const dates = useDates()
  if (signing.paper) {
    const on = dates.dayWithYear(signing.paper.signedOn)
    return (
      <>
        <Trans>на бумаге {on}</Trans>
        {signing.paper.documentNumber && `${separator}${signing.paper.documentNumber}`}
      </>
    )
  }
  if (signing.customerAt === null)
    return signing.isNeeded ? <Trans>заказчик ещё не подписал</Trans> : <Trans>кодом не подписывается</Trans>
  const [ours, theirs] = [signing.schoolAt && day(signing.schoolAt), day(signing.customerAt)]
  return ours === null ? (
    <Trans>заказчик {theirs}, школа ещё не подписала</Trans>
  ) : (
    <Trans>
      заказчик {theirs}, школа {ours}
    </Trans>
  )
}
