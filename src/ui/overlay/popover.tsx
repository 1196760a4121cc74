import * as Radix from '@radix-ui/react-popover'
import { useId } from 'react'
import { Icon } from '#src/ui/icon.tsx'
import { type DialogProps, takeFocus } from './dialog.tsx'

export type PopoverProps = Omit<DialogProps, 'size' | 'onEscapeKeyDown' | 'onOpenerGone'> & {
  /** The element that it is shown beside; it gets the focus after closing. */
  anchor: HTMLElement
  /** Below a button, beside an item of a calendar (below one that takes most of the width). */
  side?: 'below' | 'beside'
}

/** A dialog beside an element. The page stays usable: a press on a control of the page acts and closes nothing. */
export function Popover(props: PopoverProps) {
  const {
    anchor,
    side = 'beside',
    onClose,
    title,
    focusesTitle = false,
    description,
    closeLabel,
    footer,
    children,
  } = props
  const id = useId()
  const isBelow = side === 'below' || anchor.offsetWidth > window.innerWidth / 2
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Anchor virtualRef={{ current: anchor }} />
      <Radix.Portal>
        <Radix.Content
          side={isBelow ? 'bottom' : 'right'}
          align={side === 'below' ? 'end' : 'start'}
          sideOffset={4}
          collisionPadding={8}
          aria-labelledby={`${id}-title`}
          aria-describedby={description ? `${id}-description` : undefined}
          onOpenAutoFocus={() => anchor.scrollIntoView({ block: 'nearest' })}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // Another popover or a dialog has taken its place.
            if (document.querySelector('[role=dialog]')) return
            if (anchor.isConnected) anchor.focus()
            else document.querySelector('main')?.focus()
          }}
          onPointerDownOutside={(event) => {
            // Closing may go back in the history, which must not race with what the control does.
            if (event.target instanceof Element && event.target.closest('a, button, input, label'))
              event.preventDefault()
          }}
          onFocusOutside={(event) => event.preventDefault()}
          className="z-dialog flex max-h-(--radix-popover-content-available-height) w-[400px] max-w-[94vw] flex-col rounded-lg bg-surface-raised shadow-floating data-[state=open]:animate-fade-in forced-colors:border focus-visible:outline-none print:hidden"
        >
          <header className="py-base pr-[56px] pl-md">
            <h2
              id={`${id}-title`}
              {...(focusesTitle && { ref: takeFocus, tabIndex: -1 })}
              className="text-lg focus-visible:outline-none"
            >
              {title}
            </h2>
            {description && (
              <p id={`${id}-description`} className="mt-half text-sm text-ink-muted">
                {description}
              </p>
            )}
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-md pt-half pb-base">{children}</div>
          {footer && (
            <footer className="flex flex-wrap justify-end gap-xs border-t border-line-soft px-md py-sm">
              {footer}
            </footer>
          )}
          {/* Last in the DOM, so that the content is focused first. */}
          <Radix.Close
            aria-label={closeLabel}
            title={closeLabel}
            className="absolute top-xs right-xs inline-flex size-control items-center justify-center rounded text-ink-muted hover:bg-surface-hover hover:text-ink"
          >
            <Icon name="close" />
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
