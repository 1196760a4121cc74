import type { ReactNode } from 'react'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { BackButton } from './back-link.tsx'

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
        <BackButton onClick={onBack}>{backLabel}</BackButton>
      </div>
      {children}
    </div>
  )
}
