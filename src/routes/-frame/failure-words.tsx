import { useLingui } from '@lingui/react'
import { Failure } from '#src/api/failure.ts'
import { problemWords } from '#src/i18n/problems.ts'

/** What happened, in words for people; the same table for every failure (D-21). */
export function FailureWords({ error }: { error: Error }) {
  const { i18n } = useLingui()
  return <>{i18n._(problemWords[error instanceof Failure ? error.type : 'unknown'])}</>
}
