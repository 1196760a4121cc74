import { type ReactNode, useId } from 'react'

type BlockProps = {
  title: ReactNode
  /** Link to the screen that the block is an extract of. */
  link: ReactNode
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
        <span className="text-sm print:hidden">{link}</span>
      </header>
      {children}
    </section>
  )
}
