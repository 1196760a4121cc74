import { Trans } from '@lingui/react/macro'
import { scheduleChangeStepOf } from '#contract/screen-search.ts'
import { ProblemMessage } from '#src/routes/-shell/query/error-message.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'
import type { TransferFlow } from './page.tsx'

/** Explains why the flow is at this step after a refusal, and what the user can do. */
export function RefusalNotice({ refusal, queue, place }: Pick<TransferFlow, 'refusal' | 'queue' | 'place'>) {
  if (refusal === null) return null
  const step = scheduleChangeStepOf(place)
  if (step === 'confirming' || queue !== null)
    return (
      <Notice
        tone="error"
        role="alert"
        title={queue === null ? <Trans>Группа пока прежняя</Trans> : <Trans>Встать в очередь не получилось</Trans>}
      >
        <ProblemMessage type={refusal} />
      </Notice>
    )
  return (
    <Notice tone="warning" role="alert" title={<ProblemMessage type={refusal} />}>
      {refusal === 'no-place-left' && (
        <Trans>Список уже обновлён: выберите другую группу или встаньте в очередь за местом.</Trans>
      )}
      {refusal === 'not-found' && <Trans>Возможно, ссылка устарела. Выберите ещё раз здесь.</Trans>}
      {step === 'choosingGroup' && refusal !== 'not-found' && (
        <Trans>Причина написана у самой группы: список уже обновлён.</Trans>
      )}
    </Notice>
  )
}
