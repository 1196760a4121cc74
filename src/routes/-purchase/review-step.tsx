import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Basket } from '#contract/enrolment/catalog.ts'
import type { PurchaseObstacle } from '#contract/enumerations.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { basketQuery, contractTextQuery } from '#src/api/purchase.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { FlowStep } from '#src/routes/-flow/steps/flow-step.tsx'
import { AccountOwnerButton, AccountOwnerOnly } from '#src/routes/-query/account-owner-only.tsx'
import { PaymentPlanTable } from '#src/routes/-query/labels/payment-scheme-list.tsx'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/feedback/skeleton.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { BasketSummary } from './basket-summary.tsx'
import { ContractDraft } from './contract-draft.tsx'
import type { PurchaseFlow, StepProps } from './step-props.ts'

/** Step 4: shows the basket and creates the contract. */
export function ReviewStep({ flow }: StepProps) {
  return flow.location.basket === undefined ? (
    <WithoutBasket flow={flow} />
  ) : (
    <WithBasket flow={flow} id={flow.location.basket} />
  )
}

/** Shown while the basket is created, or after that failed; the selection is kept. */
function WithoutBasket({ flow }: StepProps) {
  const { t } = useLingui()
  return (
    <FlowStep
      flow={flow}
      back
      title={<Trans>Всё верно?</Trans>}
      next={
        !flow.isBusy && (
          <AccountOwnerButton
            ref={flow.heading.inheritsFrom}
            variant="primary"
            icon={<Icon name="refresh" />}
            onClick={() => flow.send({ type: 'basket.refill' })}
          >
            <Trans>Попробовать снова</Trans>
          </AccountOwnerButton>
        )
      }
    >
      {flow.isBusy && (
        <Skeleton label={t`Собираем заявку…`}>
          <ReviewSkeleton />
        </Skeleton>
      )}
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function WithBasket({ flow, id }: StepProps & { id: string }) {
  const result = useQuery(basketQuery(id, flow.location.child))
  const { data: basket } = result
  const isOpen = basket !== undefined && basket.contractUuid === null
  const obstacle = basket?.obstacle ?? null
  return (
    <FlowStep
      // Remounts if the contract becomes impossible, so that the heading takes the focus of the removed button.
      key={obstacle === null ? 'possible' : 'impossible'}
      flow={flow}
      back={flow.isOnSale}
      title={obstacle === null ? <Trans>Всё верно?</Trans> : <Trans>Договор не оформить</Trans>}
      lead={obstacle === null && <Trans>Если вас прервут, заявка подождёт в разделе «Договоры и оплата».</Trans>}
      next={isOpen && <ReviewActions flow={flow} basket={basket} />}
    >
      <QueryState result={result} skeleton={<ReviewSkeleton />}>
        {(found) => (
          <>
            {found.obstacle !== null && <ObstacleNotice flow={flow} obstacle={found.obstacle} />}
            {found.obstacle === null && found.price.now !== found.price.agreed && (
              <PriceChangeNotice price={found.price} />
            )}
            <div className="grid items-start gap-base lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <BasketSummary basket={found} />
              <Card title={<Trans>Платежи</Trans>} level={3}>
                <PaymentPlanTable plan={found.plan} />
              </Card>
            </div>
            {found.obstacle === null && <ContractDraft basket={found} child={flow.location.child} />}
          </>
        )}
      </QueryState>
      <AccountOwnerOnly />
    </FlowStep>
  )
}

function ReviewSkeleton() {
  return (
    <div className="grid gap-base lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <SkeletonBlock size="large" />
      <SkeletonBlock />
    </div>
  )
}

/** Agreed and current price; the user must accept a changed price first. */
function PriceChangeNotice({ price: { agreed, now } }: Pick<Basket, 'price'>) {
  const { i18n } = useLingui()
  return (
    <Notice tone="warning" title={<Trans>Цена изменилась</Trans>}>
      <dl className="mt-xs flex flex-wrap gap-x-xl gap-y-xs">
        <div>
          <dt className="text-sm text-ink-muted">
            <Trans>Когда вы выбирали</Trans>
          </dt>
          <dd className="text-lg tabular-nums line-through">{formatMoney(agreed, i18n.locale)}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-muted">
            <Trans>Сейчас</Trans>
          </dt>
          <dd className="text-lg font-strong tabular-nums">{formatMoney(now, i18n.locale)}</dd>
        </div>
      </dl>
      <p className="mt-xs text-sm">
        <Trans>Платежи ниже уже посчитаны по новой цене.</Trans>
      </p>
    </Notice>
  )
}

function ObstacleNotice({ flow, obstacle }: { flow: PurchaseFlow; obstacle: PurchaseObstacle }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="error" title={i18n._(labelOf(purchaseObstacleLabels, obstacle))}>
      <p>
        <Trans>Договор по этой заявке оформить не получится. Её можно изменить или отказаться от неё.</Trans>
      </p>
      <div className="mt-xs">
        <ObstacleAction flow={flow} obstacle={obstacle} />
      </div>
    </Notice>
  )
}

function ObstacleAction({ flow, obstacle }: { flow: PurchaseFlow; obstacle: PurchaseObstacle }) {
  if (obstacle === 'already-there')
    return (
      <ButtonLink to="/contracts-and-payments" size="small">
        <Trans>Посмотреть договоры</Trans>
      </ButtonLink>
    )
  if (obstacle === 'grade')
    return (
      <ButtonLink to="/catalog" size="small">
        <Trans>Посмотреть другие курсы</Trans>
      </ButtonLink>
    )
  const isScheme = obstacle === 'scheme-gone'
  return (
    <Button
      size="small"
      disabled={flow.isBusy}
      onClick={() => flow.send({ type: isScheme ? 'step.back' : 'group.reconsider' })}
    >
      {isScheme && <Trans>Выбрать другой способ оплаты</Trans>}
      {obstacle === 'full' && <Trans>Выбрать другую группу или встать в очередь</Trans>}
      {obstacle === 'enrolment-closed' && <Trans>Выбрать другую группу</Trans>}
    </Button>
  )
}

function ReviewActions({ flow, basket }: { flow: PurchaseFlow; basket: Basket }) {
  const { obstacle, price } = basket
  // One agrees to what is shown.
  const hasText =
    useQuery(optionalQuery(contractTextQuery(basket.groceryBasketUuid, flow.location.child))).data !== undefined
  // While the basket is validated again, the pressed button stays enabled and keeps the focus.
  const isLookedAt = flow.is('validatingLocation')
  const isAgreed = price.now === price.agreed
  return (
    <div className="flex flex-wrap gap-xs max-md:flex-col-reverse">
      {flow.isOnSale && (
        <AccountOwnerButton
          variant="quiet"
          busy={flow.is('givingUp') || isLookedAt}
          disabled={flow.is('making')}
          onClick={() => flow.send({ type: 'basket.giveUp' })}
        >
          <Trans>Отказаться от записи</Trans>
        </AccountOwnerButton>
      )}
      {obstacle === null && (
        // One button for both actions, so that it keeps the focus if the price changes.
        <AccountOwnerButton
          variant="primary"
          busy={flow.is('making') || isLookedAt}
          disabled={flow.is('givingUp') || (isAgreed && !hasText)}
          onClick={() => flow.send({ type: isAgreed ? 'contract.make' : 'basket.refill' })}
        >
          {isAgreed ? <Trans>Оформить договор</Trans> : <Trans>Согласиться с новой ценой</Trans>}
        </AccountOwnerButton>
      )}
    </div>
  )
}
