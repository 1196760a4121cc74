import { Trans } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import type { IconName } from '#src/ui/icon.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'

/** A block's question: its failure is told in the block, and the rest of the page stands (D-39). */
export function alone<Query extends object>(query: Query) {
  return { ...query, meta: { optional: true } as const }
}

type BlockProps = {
  title: ReactNode
  /** Link to the screen that the block is an extract of. */
  link?: ReactNode
  children: ReactNode
}

/** A part of the home page: a heading with the way to its screen, and what is nearest. */
export function Block({ title, link, children }: BlockProps) {
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

/** Stands before what the person has not seen yet. */
export function NewDot() {
  return (
    <span className="size-xs shrink-0 rounded-full bg-mark-accent">
      <VisuallyHidden>
        <Trans>Новое:</Trans>{' '}
      </VisuallyHidden>
    </span>
  )
}

/** A block that has nothing at present, in a line or two: what it will hold. */
export function Quiet({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <p className="flex items-center gap-sm rounded-lg border border-line-soft bg-surface p-base text-ink-muted md:px-lg">
      <Icon name={icon} />
      <span className="min-w-0">{children}</span>
    </p>
  )
}
