import { Plural, Trans } from '@lingui/react/macro'
import type { CodeError } from '#src/machines/one-time-code.ts'
import { ProblemMessage } from '#src/routes/-shell/query/error-message.tsx'
import { Notice } from '#src/ui/feedback/notice.tsx'

const hour = 3600

/** Why no code can be entered, and when to retry. */
export function CodeUnavailable({ refusal }: { refusal: CodeError }) {
  return (
    <Notice tone="error" role="alert" title={<CodeErrorMessage refusal={refusal} />}>
      {refusal.retryAfter !== null && (
        <Trans>
          Снова можно будет через <WaitTime seconds={refusal.retryAfter} />
        </Trans>
      )}
    </Notice>
  )
}

/** Error of a code and the tries left. */
export function CodeErrorMessage({ refusal: { type, triesLeft } }: { refusal: CodeError }) {
  if (type !== 'code-wrong' || triesLeft === null) return <ProblemMessage type={type} />
  return (
    <Trans>
      Код не подошёл.{' '}
      <Plural
        value={triesLeft}
        one="Осталась # попытка."
        few="Осталось # попытки."
        many="Осталось # попыток."
        other="Осталось # попытки."
      />
    </Trans>
  )
}

/** Waiting time: minutes and seconds, or whole hours for long waits. */
export function WaitTime({ seconds }: { seconds: number }) {
  if (seconds >= hour) {
    const hours = Math.ceil(seconds / hour)
    return <Plural value={hours} one="# час" few="# часа" many="# часов" other="# часа" />
  }
  return (
    <span className="tabular-nums">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </span>
  )
}
