import type { ReactNode } from 'react'
import { Button } from '#src/ui/forms/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

export type ConnectionBarProps = { children: ReactNode; action: string; onAction: () => void }

/** Above the lower edge of the window while the server cannot be reached: the page keeps its place. */
export function ConnectionBar({ children, action, onAction }: ConnectionBarProps) {
  return (
    <div className="fixed inset-x-0 bottom-0 z-header low:static flex justify-center px-base max-md:bottom-[calc(56px+env(safe-area-inset-bottom))] md:bottom-base print:hidden pointer-events-none">
      <div className="pointer-events-auto flex w-full animate-slide-up items-center gap-sm rounded-lg bg-surface-raised py-xs ps-base pe-xs text-sm shadow-floating max-md:mb-xs md:w-auto forced-colors:border">
        <span className="text-ink-muted">
          <Icon name="warning" />
        </span>
        <p role="status" className="min-w-0 flex-1">
          {children}
        </p>
        <Button size="small" onClick={onAction}>
          {action}
        </Button>
      </div>
    </div>
  )
}
