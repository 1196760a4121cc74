import { Trans } from '@lingui/react/macro'
import type { Basket } from '#contract/catalog.ts'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import type { Flow } from './flow.ts'

/** Makes the contract, agrees with a new price first, or gives the purchase up. */
export function WaysOn({ flow, basket: { obstacle, price } }: { flow: Flow; basket: Basket }) {
  // While all is looked at anew, the button that was pressed keeps the focus.
  const isLookedAt = flow.is('arriving')
  const isAgreed = price.now === price.agreed
  return (
    <div className="flex flex-wrap gap-xs max-md:flex-col-reverse">
      {flow.isOnSale && (
        <OwnButton
          variant="quiet"
          busy={flow.is('givingUp') || isLookedAt}
          disabled={flow.is('making')}
          onClick={() => flow.send({ type: 'basket.giveUp' })}
        >
          <Trans>Отказаться от записи</Trans>
        </OwnButton>
      )}
      {obstacle === null && (
        // One button, whatever it says: the focus stays on it when the price has changed under it.
        <OwnButton
          variant="primary"
          busy={flow.is('making') || isLookedAt}
          disabled={flow.is('givingUp')}
          onClick={() => flow.send({ type: isAgreed ? 'contract.make' : 'basket.refill' })}
        >
          {isAgreed ? <Trans>Оформить договор</Trans> : <Trans>Согласиться с новой ценой</Trans>}
        </OwnButton>
      )}
    </div>
  )
}
