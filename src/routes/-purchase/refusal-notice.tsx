import { Trans, useLingui } from '@lingui/react/macro'
import { purchaseObstacles } from '#contract/enumerations.ts'
import { purchaseStepOf } from '#contract/screen-search.ts'
import { purchaseObstacleLabels } from '#src/i18n/purchase-labels.ts'
import { ProblemMessage } from '#src/routes/-shell/query/error-message.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import type { PurchaseFlow } from './page.tsx'

/** Explains why the flow is at this step after a refusal, and what the user can do. */
export function RefusalNotice({ refusal, queue, place }: Pick<PurchaseFlow, 'refusal' | 'queue' | 'place'>) {
  const { i18n } = useLingui()
  if (refusal === null) return null
  const step = purchaseStepOf(place)
  if (queue !== null || step === 'reviewing')
    return (
      <Notice
        tone="error"
        role="alert"
        title={<RefusalTitle isQueue={queue !== null} isFilled={place.basket !== undefined} />}
      >
        <ProblemMessage type={refusal} />
      </Notice>
    )
  const obstacle = purchaseObstacles.find((one) => one === refusal)
  const title = obstacle ? i18n._(purchaseObstacleLabels[obstacle]) : <ProblemMessage type={refusal} />
  return (
    <Notice tone="warning" role="alert" title={title}>
      {refusal === 'not-found' ? (
        <Trans>Возможно, ссылка устарела. Выберите ещё раз здесь.</Trans>
      ) : (
        <RefusalAdvice step={step} isFull={refusal === 'full' || refusal === 'no-place-left'} />
      )}
    </Notice>
  )
}

function RefusalTitle({ isQueue, isFilled }: { isQueue: boolean; isFilled: boolean }) {
  if (isQueue) return <Trans>Встать в очередь не получилось</Trans>
  return isFilled ? <Trans>Договора пока нет</Trans> : <Trans>Заявка не собрана, но выбор сохранён</Trans>
}

function RefusalAdvice({ step, isFull }: { step: ReturnType<typeof purchaseStepOf>; isFull: boolean }) {
  if (step === 'choosingChild')
    return <Trans>Выберите, для кого ещё подойдёт этот курс, или другой курс в каталоге.</Trans>
  if (step === 'choosingScheme') return <Trans>Проверьте способ оплаты: список уже обновлён.</Trans>
  return isFull ? (
    <Trans>Список уже обновлён: выберите другую группу или встаньте в очередь за местом.</Trans>
  ) : (
    <Trans>Список уже обновлён: выберите другую группу.</Trans>
  )
}
