import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { CatchBoundary, useRouteContext } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import { Failure } from '#src/api/failure.ts'
import { known } from '#src/i18n/enumeration-words.ts'

/** What happened, in words for people; the same table for every failure (D-21). */
export function FailureWords({ error }: { error: Error }) {
  return <ProblemWords type={error instanceof Failure ? error.type : 'unknown'} />
}

/** The words of a `FailureType`, or of one that nobody knows. They come once the page rests, so that they are here when the network is not. */
export function ProblemWords({ type }: { type: string }) {
  return (
    <CatchBoundary getResetKey={() => type} errorComponent={Unknown}>
      <Suspense fallback={null}>
        <Words type={type} />
      </Suspense>
    </CatchBoundary>
  )
}

function Words({ type }: { type: string }) {
  const { i18n } = useLingui()
  const problemWords = use(useRouteContext({ from: '__root__', select: (context) => context.problemWords })())
  return <>{i18n._(known(problemWords, type, problemWords.unknown))}</>
}

function Unknown() {
  return <Trans>Не получилось. Попробуйте ещё раз.</Trans>
}
