import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { basketQuery } from '#src/api/purchase.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { OnlyThemselves, OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/skeleton.tsx'
import type { StepProps } from './flow.ts'
import { NewPrice } from './new-price.tsx'
import { Obstacle } from './obstacle.tsx'
import { Plan } from './plan.tsx'
import { StepFrame } from './step-frame.tsx'
import { Summary } from './summary.tsx'
import { WaysOn } from './ways-on.tsx'

/** The fourth step: says once more what is about to happen, and makes the contract. */
export function Reviewing({ flow }: StepProps) {
  return flow.place.basket === undefined ? <Unfilled flow={flow} /> : <Filled flow={flow} id={flow.place.basket} />
}

/** Nothing is lost while there is no basket yet, or none could be had. */
function Unfilled({ flow }: StepProps) {
  const { t } = useLingui()
  return (
    <StepFrame
      flow={flow}
      back
      title={<Trans>Всё верно?</Trans>}
      next={
        !flow.isBusy && (
          <OwnButton
            variant="primary"
            icon={<Icon name="refresh" />}
            onClick={() => flow.send({ type: 'basket.refill' })}
          >
            <Trans>Попробовать снова</Trans>
          </OwnButton>
        )
      }
    >
      {flow.isBusy && (
        <Skeleton label={t`Собираем заявку…`}>
          <ReviewSkeleton />
        </Skeleton>
      )}
      <OnlyThemselves />
    </StepFrame>
  )
}

function Filled({ flow, id }: StepProps & { id: string }) {
  const result = useQuery(basketQuery(id, flow.place.child))
  const { data: basket } = result
  const isOpen = basket !== undefined && basket.contractUuid === null
  const obstacle = basket?.obstacle ?? null
  return (
    <StepFrame
      // Where there is nothing to press any more, the heading has the focus.
      key={obstacle === null ? 'possible' : 'impossible'}
      flow={flow}
      back={flow.isOnSale}
      title={obstacle === null ? <Trans>Всё верно?</Trans> : <Trans>Договор не оформить</Trans>}
      lead={obstacle === null && <Trans>Если вас прервут, заявка подождёт в разделе «Договоры и оплата».</Trans>}
      next={isOpen && <WaysOn flow={flow} basket={basket} />}
    >
      <Faces result={result} skeleton={<ReviewSkeleton />}>
        {(found) => (
          <>
            {found.obstacle !== null && <Obstacle flow={flow} obstacle={found.obstacle} />}
            {found.obstacle === null && found.price.now !== found.price.agreed && <NewPrice price={found.price} />}
            <div className="grid items-start gap-base lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
              <Summary basket={found} />
              <Card title={<Trans>Платежи</Trans>} level={3}>
                <Plan plan={found.plan} />
              </Card>
            </div>
          </>
        )}
      </Faces>
      <OnlyThemselves />
    </StepFrame>
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
