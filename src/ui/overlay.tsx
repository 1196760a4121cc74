import * as Radix from '@radix-ui/react-dialog'
import { type MouseEvent, type ReactNode, useInsertionEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

export type OverlayProps = {
  open: boolean
  /** Esc, the close button, a press outside: whoever opened it decides what follows. */
  onClose: () => void
  /**
   * The focus goes back to what opened it; where that has gone meanwhile, or the address opened
   * it, whoever opened it says where to, or it goes to the page. */
  onOpenerGone?: () => void
  /** Esc may close something within first: it then prevents what Esc does. */
  onEscapeKeyDown?: (event: KeyboardEvent) => void
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
export function Overlay(props: OverlayProps & Shape) {
  const { open, onClose, title, description, closeLabel, footer, children, position, panel } = props
  const { onEscapeKeyDown, onOpenerGone } = props
  const opener = useRef<Element | null>(null)
  // Before a field of the content takes the focus by itself, which any later effect would take for the opener.
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement
  }, [open])
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={`fixed inset-0 z-overlay flex data-[state=open]:animate-enter bg-surface-scrim print:hidden ${position}`}
        >
          <Radix.Content
            {...(onEscapeKeyDown && { onEscapeKeyDown })}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              const from = opener.current
              // The body is where the focus is when nothing has it: what opened this went before it came.
              if (from instanceof HTMLElement && from.isConnected && from !== document.body) from.focus()
              else if (onOpenerGone) onOpenerGone()
              // A dialog under this one has its own way with the focus.
              else if (!document.querySelector('[role=dialog]')) document.querySelector('main')?.focus()
            }}
            className={`relative z-dialog flex w-full flex-col bg-surface shadow-floating forced-colors:border focus-visible:outline-none ${panel}`}
          >
            <header className="py-md pr-[64px] pl-md md:pt-lg md:pl-lg">
              <Radix.Title className="text-xl">{title}</Radix.Title>
              {description && <Radix.Description className="mt-xxs text-ink-muted">{description}</Radix.Description>}
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-md pt-half pb-md md:px-lg md:pb-lg">
              {children}
            </div>
            {footer && (
              <footer
                onClickCapture={firstOfSeries}
                className="flex flex-wrap justify-end gap-xs border-t border-line-soft px-md py-base md:px-lg"
              >
                {footer}
              </footer>
            )}
            {/* Last, so that the focus goes to the content first. */}
            <Radix.Close
              onClickCapture={firstOfSeries}
              aria-label={closeLabel}
              title={closeLabel}
              className={closeClasses}
            >
              <Icon name="close" />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Of a double click the first may have closed a dialog above this one: the second was not meant for what is here. */
function firstOfSeries(event: MouseEvent) {
  if (event.detail <= 1) return
  event.preventDefault()
  event.stopPropagation()
}

const closeClasses =
  'absolute top-sm right-sm inline-flex size-control items-center justify-center rounded text-ink-muted transition-colors hover:bg-surface-hover hover:text-ink md:top-base md:right-base'
