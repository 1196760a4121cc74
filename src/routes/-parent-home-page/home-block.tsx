import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { childrenQuery } from '#src/api/profile.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

type HomeBlockProps = {
  title: ReactNode
  /** Link to the full screen. */
  link?: ReactNode
  children: ReactNode
}

/** A section of the home page with a heading and a link to its screen. */
export function HomeBlock({ title, link, children }: HomeBlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <header className="mb-sm flex flex-wrap items-baseline justify-between gap-x-base gap-y-xxs">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {link && <span className="text-sm print:hidden">{link}</span>}
      </header>
      {children}
    </section>
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

/** Formats the first names of children; empty until loaded, and for a student. */
export function useChildNames(): (uuids: readonly string[]) => string {
  const isParent = useSessionSelector(({ context }) => context.roleGroup === 'parent')
  const { data: children = [] } = useQuery({ ...childrenQuery(), enabled: isParent })
  return (uuids) =>
    children
      .filter(({ uuid }) => uuids.includes(uuid))
      .map(({ firstName }) => firstName)
      .join(', ')
}
