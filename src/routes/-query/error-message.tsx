import { useLingui } from '@lingui/react'
import type { ReactNode } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { lookUp } from '#src/i18n/labels.ts'
import { problemMessages } from '#src/i18n/problem-messages.ts'

/** The message for an error. */
export function ErrorMessage({ error }: { error: Error }) {
  return <ProblemMessage type={error instanceof ApiError ? error.type : 'unknown'} />
}

/** The error of a call beside the button that made it; `children` says what failed. */
export function CallError({ error, children }: { error: Error | null; children?: ReactNode }) {
  if (error === null) return null
  return (
    <FailureText>
      {children && <>{children} </>}
      <ErrorMessage error={error} />
    </FailureText>
  )
}

/** What failed, beside the button that did it. */
export function FailureText({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="mt-xxs basis-full text-sm font-normal text-ink-error">
      {children}
    </p>
  )
}

/** The message for an error type; unknown types have a general one. */
export function ProblemMessage({ type }: { type: string }) {
  const { i18n } = useLingui()
  return <>{i18n._(lookUp(problemMessages, type, problemMessages.unknown))}</>
}
