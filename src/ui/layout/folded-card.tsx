import { type ReactNode, useState } from 'react'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Card } from '#src/ui/layout/card.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'

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
              <h2 className="text-lg md:text-xl">{title}</h2>
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

/** Folded on a phone only. A dialog of its content stays outside, because a turned phone mounts the other one. */
export function PhoneFoldedCard({ title, isOpen = false, children, ...folded }: FoldedCardProps) {
  // What is open stays so when the data changes: a card must not close under the finger.
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <Responsive
      from="md"
      narrow={
        <FoldedCard title={title} isOpen={wasOpen} {...folded}>
          {children}
        </FoldedCard>
      }
      wide={<Card title={title}>{children}</Card>}
    />
  )
}
