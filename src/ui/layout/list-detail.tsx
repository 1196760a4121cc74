import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'

type ListDetailProps = {
  /** Names the list, such as «Все сообщения». */
  backLabel: ReactNode
  onBack: () => void
  children: ReactNode
}

/** An opened item in the place of its list, with a button that leads back. */
export function ListDetail({ backLabel, onBack, children }: ListDetailProps) {
  return (
    <div ref={passFocusUp} className="flex flex-col gap-base">
      <div>
        <Button variant="quiet" size="small" icon={<Icon name="arrow-left" size={16} />} onClick={onBack}>
          {backLabel}
        </Button>
      </div>
      {children}
    </div>
  )
}
