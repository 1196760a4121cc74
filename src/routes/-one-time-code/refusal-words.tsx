import { Plural, Trans } from '@lingui/react/macro'
import type { CodeRefusal } from '#src/machines/one-time-code.ts'
import { ProblemWords } from '#src/routes/-frame/failure-words.tsx'

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
