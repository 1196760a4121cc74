import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { PurchaseObstacle } from '#contract/enumerations.ts'
import { wordsFor } from '#src/i18n/enumeration-words.ts'
import { purchaseObstacleWords } from '#src/i18n/purchase-words.ts'
import { Button } from '#src/ui/button.tsx'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Notice } from '#src/ui/notice.tsx'
import type { Flow } from './flow.ts'

/** Why no contract can be made of a basket any more, and what can be done instead. */
export function Obstacle({ flow, obstacle }: { flow: Flow; obstacle: PurchaseObstacle }) {
  const { i18n } = useLingui()
  return (
    <Notice tone="warning" title={i18n._(wordsFor(purchaseObstacleWords, obstacle))}>
      <p>
        <Trans>Договор по этой заявке оформить не получится. Её можно изменить или отказаться от неё.</Trans>
      </p>
      <div className="mt-xs">
        <Way flow={flow} obstacle={obstacle} />
      </div>
    </Notice>
  )
}

function Way({ flow, obstacle }: { flow: Flow; obstacle: PurchaseObstacle }) {
  if (obstacle === 'already-there')
    return (
      <Link to="/contracts-and-payments" className={buttonClasses({ size: 'small' })}>
        <Trans>Посмотреть договоры</Trans>
      </Link>
    )
  if (obstacle === 'grade')
    return (
      <Link to="/catalog" className={buttonClasses({ size: 'small' })}>
        <Trans>Посмотреть другие курсы</Trans>
      </Link>
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
