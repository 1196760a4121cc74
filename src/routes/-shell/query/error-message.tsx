import { useLingui } from '@lingui/react'
import { ApiError } from '#src/api/api-error.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { problemMessages } from '#src/i18n/problem-messages.ts'

/** The message for an error (D-21). */
export function ErrorMessage({ error }: { error: Error }) {
  return <ProblemMessage type={error instanceof ApiError ? error.type : 'unknown'} />
}

/** The message for an error type; unknown types have a general one. */
export function ProblemMessage({ type }: { type: string }) {
  const { i18n } = useLingui()
  return <>{i18n._(lookUp(problemMessages, type, problemMessages.unknown))}</>
}
