import { Trans } from '@lingui/react/macro'
import { changeStepOf } from '#contract/change-steps.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { Flow } from './flow.ts'

/** Why somebody is at this step again, or still, and what can be done about it. */
export function RefusalNotice({ flow: { refusal, queue, place } }: { flow: Flow }) {
  if (refusal === null) return null
  const step = changeStepOf(place)
  if (step === 'confirming' || queue !== null)
    return (
      <Notice
        tone="error"
        role="alert"
        title={queue === null ? <Trans>Группа пока прежняя</Trans> : <Trans>Встать в очередь не получилось</Trans>}
      >
        <ProblemWords type={refusal} />
      </Notice>
    )
  return (
    <Notice tone="warning" role="alert" title={<ProblemWords type={refusal} />}>
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
