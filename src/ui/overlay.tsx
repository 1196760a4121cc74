import * as Radix from '@radix-ui/react-dialog'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

export type OverlayProps = {
  open: boolean
  /** Esc, the close button, a press outside: whoever opened it decides what follows. */
  onClose: () => void
  title: ReactNode
  /** One sentence under the title. */
  description?: ReactNode
  closeLabel: string
  /** Actions; they stay in view while the content scrolls. */
  footer?: ReactNode
  children: ReactNode
}

type Shape = { position: string; panel: string }

/** The modal layer that Dialog and Drawer share: scrim, focus kept inside and given back, title, close button. */
export function Overlay({
  open,
  onClose,
  title,
  description,
  closeLabel,
  footer,
  children,
  position,
  panel,
}: OverlayProps & Shape) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={`fixed inset-0 z-overlay flex animate-enter bg-surface-scrim print:hidden ${position}`}
        >
          <Radix.Content
            {...(description ? {} : { 'aria-describedby': undefined })}
            className={`z-dialog flex w-full flex-col bg-surface shadow-floating focus-visible:outline-none ${panel}`}
          >
            <header className="flex items-start gap-base pt-md pr-sm pl-md md:pt-lg md:pr-base md:pl-lg">
              <div className="min-w-0 flex-1">
                <Radix.Title className="text-xl">{title}</Radix.Title>
                {description && <Radix.Description className="mt-xxs text-ink-muted">{description}</Radix.Description>}
              </div>
              <Radix.Close
                aria-label={closeLabel}
                title={closeLabel}
                className="-mt-xxs inline-flex size-control shrink-0 items-center justify-center rounded text-ink-muted transition-colors hover:bg-surface-hover hover:text-ink"
              >
                <Icon name="close" />
              </Radix.Close>
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-md py-base md:px-lg">{children}</div>
            {footer && (
              <footer className="flex flex-wrap justify-end gap-xs border-t border-line-soft px-md py-base md:px-lg">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}
