import { Failure } from '#src/api/failure.ts'
import { known } from '#src/i18n/enumeration-words.ts'
import { LateWords } from './late-words.tsx'

/** What happened, in words for people; the same table for every failure (D-21). */
export function FailureWords({ error }: { error: Error }) {
  return <ProblemWords type={error instanceof Failure ? error.type : 'unknown'} />
}

/** The words of a `FailureType`, or of one that nobody knows. */
export function ProblemWords({ type }: { type: string }) {
  return <LateWords choose={({ problemWords }) => known(problemWords, type, problemWords.unknown)} />
}
