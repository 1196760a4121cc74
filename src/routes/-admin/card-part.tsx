import type { ReactNode } from 'react'

/** A part of a card of the panel, with its title. */
export function CardPart({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-xs">
      <h3 className="text-lg">{title}</h3>
      {children}
    </section>
  )
}
