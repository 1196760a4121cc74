import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { CatchBoundary, useRouteContext } from '@tanstack/react-router'
import { Suspense, use } from 'react'
import type { LateWords as Table } from '#src/routes/-late-words/late-words.ts'

type LateWordsProps = { choose: (table: Table) => MessageDescriptor }

/** Words that no page begins with. They come once it rests, so that they are here when the network is not. */
export function LateWords({ choose }: LateWordsProps) {
  return (
    <CatchBoundary getResetKey={() => 'words'} errorComponent={Lost}>
      <Suspense fallback={null}>
        <Chosen choose={choose} />
      </Suspense>
    </CatchBoundary>
  )
}

function Chosen({ choose }: LateWordsProps) {
  const { i18n } = useLingui()
  const fetchTable = useRouteContext({ from: '__root__', select: ({ lateWords }) => lateWords })
  return <>{i18n._(choose(use(fetchTable())))}</>
}

function Lost() {
  return <Trans>Не удалось загрузить текст сообщения.</Trans>
}
