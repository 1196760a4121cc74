import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { type NotMe, notMeQuery } from '#src/api/not-me.ts'
import { useTitle } from '#src/i18n/use-title.ts'
import { Faces } from '#src/routes/-frame/loaded.tsx'
import { SkeletonBlock, SkeletonLine } from '#src/ui/skeleton.tsx'
import { Expired, Unknown } from './dead-link.tsx'
import { Secured } from './secured.tsx'
import { Undoing } from './undoing.tsx'

const route = getRouteApi('/not-me/$secret')

/** Where the link of a letter leads: it asks, and does nothing until it is answered, because mail programs open links. */
export default function NotMePage() {
  const { secret = '' } = route.useParams()
  const heading = useRef<HTMLHeadingElement>(null)
  const result = useQuery(notMeQuery(secret))
  const isUnknown = result.data === undefined && result.error?.type === 'not-found'
  return (
    <div className="flex w-full max-w-[560px] flex-col gap-lg">
      <h1 ref={heading} tabIndex={-1} className="text-2xl focus-visible:outline-none md:text-3xl">
        {isUnknown ? <Trans>Такой ссылки нет</Trans> : <Title state={result.data?.state ?? 'open'} />}
      </h1>
      {isUnknown ? (
        <Unknown />
      ) : (
        <Faces result={result} skeleton={<LetterSkeleton />}>
          {(letter) => {
            if (letter.state === 'done') return <Secured letter={letter} />
            if (letter.state === 'expired') return <Expired letter={letter} />
            // The button that was pressed has gone.
            return <Undoing letter={letter} secret={secret} onDone={() => heading.current?.focus()} />
          }}
        </Faces>
      )}
    </div>
  )
}

function Title({ state }: { state: NotMe['state'] }): ReactNode {
  const title = useTitle()
  if (state === 'done') return <Trans>Кабинет защищён</Trans>
  return state === 'expired' ? <Trans>Ссылка больше не действует</Trans> : title('not-me')
}

function LetterSkeleton() {
  return (
    <div className="flex flex-col gap-base">
      <SkeletonBlock />
      <SkeletonLine />
      <SkeletonLine />
    </div>
  )
}
