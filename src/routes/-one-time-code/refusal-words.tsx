import { useLingui } from '@lingui/react'
import { Plural, Trans } from '@lingui/react/macro'
import { problemWords } from '#src/i18n/problems.ts'
import type { CodeRefusal } from '#src/machines/one-time-code.ts'

/** Why a code was not sent or not taken, and how many tries are left. */
export function RefusalWords({ refusal: { type, triesLeft } }: { refusal: CodeRefusal }) {
  const { i18n } = useLingui()
  if (type !== 'code-wrong' || triesLeft === null) return <>{i18n._(problemWords[type])}</>
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
