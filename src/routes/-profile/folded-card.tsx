import type { ReactNode } from 'react'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Card } from '#src/ui/layout/card.tsx'

type FoldedCardProps = { title: ReactNode; note?: ReactNode; isOpen?: boolean; children: ReactNode }

/** A card of which at first only the title with a note is seen. */
export function FoldedCard({ title, note, isOpen = false, children }: FoldedCardProps) {
  return (
    <Card padding="flush">
      <div className="px-base py-xs md:px-lg">
        <Disclosure
          isOpen={isOpen}
          summary={
            <>
              <h2 className="text-xl">{title}</h2>
              {note && <span className="block text-sm font-normal text-ink-muted">{note}</span>}
            </>
          }
        >
          <div className="pb-sm">{children}</div>
        </Disclosure>
      </div>
    </Card>
  )
}
