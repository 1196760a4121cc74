import { Plural, Trans } from '@lingui/react/macro'
import type { CodeRefusal } from '#src/machines/one-time-code.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'
import { Notice } from '#src/ui/notice.tsx'

const hour = 3600

/** There is no code to enter: why, and when there may be one. */
export function NoCode({ refusal }: { refusal: CodeRefusal }) {
  return (
    <Notice tone="error" role="alert" title={<RefusalWords refusal={refusal} />}>
      {refusal.retryAfter !== null && (
        <Trans>
          Снова можно будет через <WaitWords seconds={refusal.retryAfter} />
        </Trans>
      )}
    </Notice>
  )
}

/** Why a code was not sent or not taken, and how many tries are left. */
export function RefusalWords({ refusal: { type, triesLeft } }: { refusal: CodeRefusal }) {
  if (type !== 'code-wrong' || triesLeft === null) return <ProblemWords type={type} />
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

/** How long to wait: a running clock, or whole hours where seconds mean nothing. */
export function WaitWords({ seconds }: { seconds: number }) {
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
