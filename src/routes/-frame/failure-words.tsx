import { useLingui } from '@lingui/react'
import { Failure } from '#src/api/failure.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { problemWords } from '#src/i18n/problem-words.ts'

/** What happened, in words for people; the same table for every failure (D-21). */
export function FailureWords({ error }: { error: Error }) {
  return <ProblemWords type={error instanceof Failure ? error.type : 'unknown'} />
}

/** The words of a `FailureType`, or of one that nobody knows. */
export function ProblemWords({ type }: { type: string }) {
  const { i18n } = useLingui()
  return <>{i18n._(known(problemWords, type, problemWords.unknown))}</>
}
