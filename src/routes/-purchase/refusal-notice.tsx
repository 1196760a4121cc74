import { Trans, useLingui } from '@lingui/react/macro'
import { purchaseObstacles } from '#contract/enumerations.ts'
import { purchaseStepOf } from '#contract/purchase-steps.ts'
import { purchaseObstacleWords } from '#src/i18n/purchase-words.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { Flow } from './flow.ts'

/** Why somebody is at this step again, or still, and what can be done about it. */
export function RefusalNotice({ flow: { refusal, queue, place } }: { flow: Flow }) {
  const { i18n } = useLingui()
  if (refusal === null) return null
  const step = purchaseStepOf(place)
  if (queue !== null || step === 'reviewing')
    return (
      <Notice
        tone="error"
        role="alert"
        title={<NotDone isQueue={queue !== null} isFilled={place.basket !== undefined} />}
      >
        <ProblemWords type={refusal} />
      </Notice>
    )
  const obstacle = purchaseObstacles.find((one) => one === refusal)
  const title = obstacle ? i18n._(purchaseObstacleWords[obstacle]) : <ProblemWords type={refusal} />
  return (
    <Notice tone="warning" role="alert" title={title}>
      {refusal === 'not-found' ? (
        <Trans>Возможно, ссылка устарела. Выберите ещё раз здесь.</Trans>
      ) : (
        <WayOn step={step} isFull={refusal === 'full' || refusal === 'no-place-left'} />
      )}
    </Notice>
  )
}

function NotDone({ isQueue, isFilled }: { isQueue: boolean; isFilled: boolean }) {
  if (isQueue) return <Trans>Встать в очередь не получилось</Trans>
  return isFilled ? <Trans>Договора пока нет</Trans> : <Trans>Заявка не собрана, но выбор сохранён</Trans>
}

function WayOn({ step, isFull }: { step: ReturnType<typeof purchaseStepOf>; isFull: boolean }) {
  if (step === 'choosingChild')
    return <Trans>Выберите, для кого ещё подойдёт этот курс, или другой курс в каталоге.</Trans>
  if (step === 'choosingScheme') return <Trans>Проверьте способ оплаты: список уже обновлён.</Trans>
  return isFull ? (
    <Trans>Список уже обновлён: выберите другую группу или встаньте в очередь за местом.</Trans>
  ) : (
    <Trans>Список уже обновлён: выберите другую группу.</Trans>
  )
}
