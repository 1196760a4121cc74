import { Trans } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { QueryState } from '#src/routes/-query/query-boundary.tsx'
import { SkeletonCards } from '#src/ui/feedback/skeleton.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type HomeBlockProps = {
  title: ReactNode
  /** Link to the full screen. */
  link?: ReactNode
  children: ReactNode
}

/** A section of a home page with a heading and a link to its screen. */
export function HomeBlock({ title, link, children }: HomeBlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col">
      <header className="mb-xs flex md:mb-sm flex-wrap items-baseline justify-between gap-x-base gap-y-xxs">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {link && <span className="text-sm print:hidden">{link}</span>}
      </header>
      <div className="grid grid-cols-1 gap-sm">{children}</div>
    </section>
  )
}

/**
 * What is to be done now, and `aside` what is only news: below it, on a wide screen in two columns, of which the last one of
 * an odd number is wide, and on the widest ones beside it.
 */
export function HomeColumns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 items-start gap-md md:gap-lg xxl:grid-cols-[minmax(0,5fr)_minmax(0,3fr)]">
      <div className="flex min-w-0 flex-col gap-md md:gap-lg">{children}</div>
      <div className="grid items-start gap-md md:gap-lg lg:max-xxl:grid-cols-2 lg:max-xxl:[&>:last-child:nth-child(odd)]:col-span-2">
        {aside}
      </div>
    </div>
  )
}

/** Marks unseen items. */
export function NewDot() {
  return (
    <span className="size-xs shrink-0 rounded-full bg-mark-info">
      <VisuallyHidden>
        <Trans>Новое:</Trans>{' '}
      </VisuallyHidden>
    </span>
  )
}

/** Text of a block without items. */
export function EmptyBlock({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-center gap-sm rounded-lg border border-line-soft bg-surface p-base text-ink-muted md:px-lg">
      <Icon name={icon} />
      <span className="min-w-0">{children}</span>
    </p>
  )
}

type PartialResult = Pick<UseQueryResult, 'error' | 'isFetching'> & { refetch: () => unknown }

/** Failed queries with a retry button; a skeleton is shown only if there is no other item. */
export function MissingParts({ parts, isAlone }: { parts: readonly PartialResult[]; isAlone: boolean }) {
  const failed = parts.filter(({ error }) => error !== null)
  const [first] = failed
  if (first === undefined && !(isAlone && parts.length > 0)) return null
  const result = {
    data: undefined,
    error: first?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => failed.map(({ refetch }) => refetch()),
  }
  return (
    <QueryState result={result} skeleton={<SkeletonCards count={1} />}>
      {() => null}
    </QueryState>
  )
}
