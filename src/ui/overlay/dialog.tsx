import * as Radix from '@radix-ui/react-dialog'
import { type MouseEvent, type ReactNode, useInsertionEffect, useRef } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useHiddenPage } from './page-behind.tsx'

export type DialogProps = ModalProps & {
  size?: 'base' | 'wide'
  /** Fills a phone like a page, for details that lead on. */
  isPageOnPhone?: boolean
}

/** Modal dialog; on a phone a sheet at the lower edge. In a low window it scrolls as a whole. */
export function Dialog({ size = 'base', isPageOnPhone = false, ...rest }: DialogProps) {
  return (
    <Modal
      {...rest}
      scrimClassName="items-end justify-center md:items-center md:p-lg"
      panelClassName={classNames(
        'data-[state=open]:animate-slide-up md:max-h-full md:rounded-lg low:max-h-none',
        isPageOnPhone ? 'max-md:h-dvh low:h-auto low:min-h-dvh' : 'max-h-[92dvh] rounded-t-lg',
        size === 'wide' ? 'md:max-w-[760px]' : 'md:max-w-[520px]',
      )}
    />
  )
}

type ModalProps = {
  /** Escape, the close button or a press outside. The caller closes it. */
  onClose: () => void
  /**
   * Moves the focus after closing, if the opener was removed or the address opened the modal; by default it goes to the
   * page. */
  onOpenerGone?: () => void
  /** False while it cannot be closed; the caller ignores `onClose` then. */
  isClosable?: boolean
  /** Content that handles Escape itself prevents the default. */
  onEscapeKeyDown?: (event: KeyboardEvent) => void
  title: ReactNode
  /** The title has the focus at first, not the first control: for a choice that nothing suggests, or a list to be read. */
  focusesTitle?: boolean
  /** One sentence under the title. */
  description?: ReactNode
  closeLabel: string
  /** Actions; sticky at the lower edge. */
  footer?: ReactNode
  children: ReactNode
}

type ModalStyles = { scrimClassName: string; panelClassName: string }

/** Modal layer of `Dialog` and `Drawer`: scrim, focus trap and return of the focus, title, close button. */
function Modal(props: ModalProps & ModalStyles) {
  const { onClose, title, description, closeLabel, footer, children, scrimClassName, panelClassName } = props
  const { onEscapeKeyDown, onOpenerGone, isClosable = true, focusesTitle = false } = props
  const opener = useRef<Element | null>(null)
  // Earlier than any effect of the content: an autofocused field would be taken for the opener.
  useInsertionEffect(() => {
    opener.current = document.activeElement
  }, [])
  useHiddenPage()
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay
          className={`fixed inset-0 z-overlay flex low:items-start low:overflow-y-auto data-[state=open]:animate-fade-in bg-surface-scrim print:hidden ${scrimClassName}`}
        >
          <Radix.Content
            {...(onEscapeKeyDown && { onEscapeKeyDown })}
            {...(description ? {} : { 'aria-describedby': undefined })}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              const from = opener.current
              // The focus was on the body: the opener was removed before the modal was rendered. A disabled one takes no focus.
              const takesFocus = from instanceof HTMLElement && from.isConnected && !from.matches('body, :disabled')
              if (takesFocus) from.focus()
              else if (onOpenerGone) onOpenerGone()
              // A dialog below returns the focus itself.
              else if (!document.querySelector('[role=dialog]')) document.querySelector('main')?.focus()
            }}
            className={`relative z-dialog flex w-full flex-col bg-surface-raised shadow-floating forced-colors:border focus-visible:outline-none ${panelClassName}`}
          >
            <header className="py-md pr-[64px] pl-md md:pt-lg md:pl-lg">
              <Radix.Title
                {...(focusesTitle && { ref: takeFocus, tabIndex: -1 })}
                className="text-xl focus-visible:outline-none"
              >
                {title}
              </Radix.Title>
              {description && <Radix.Description className="mt-xxs text-ink-muted">{description}</Radix.Description>}
            </header>
            <div className="min-h-0 flex-1 low:flex-none low:overflow-visible overflow-y-auto overscroll-contain px-md pt-half pb-md md:px-lg md:pb-lg">
              {children}
            </div>
            {footer && (
              <footer
                onClickCapture={ignoreRepeatedClick}
                className="flex flex-wrap justify-end gap-xs border-t border-line-soft px-md py-base md:px-lg"
              >
                {footer}
              </footer>
            )}
            {/* Last in the DOM, so that the content is focused first. */}
            <Radix.Close
              onClickCapture={ignoreRepeatedClick}
              aria-label={closeLabel}
              aria-disabled={!isClosable || undefined}
              title={closeLabel}
              className={classNames(closeClasses, !isClosable && 'opacity-60')}
            >
              <Icon name="close" />
            </Radix.Close>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The title of a dialog takes the focus when it is rendered. */
export function takeFocus(title: HTMLElement | null) {
  title?.focus()
}

/** The second click of a double click may hit this modal after the first closed the one above it. */
function ignoreRepeatedClick(event: MouseEvent) {
  if (event.detail <= 1) return
  event.preventDefault()
  event.stopPropagation()
}

const closeClasses =
  'absolute top-sm right-sm inline-flex size-control items-center justify-center rounded text-ink-muted hover:bg-surface-hover hover:text-ink md:top-base md:right-base'

type DrawerProps = ModalProps & { side?: 'left' | 'right'; size?: 'base' | 'wide' }

/** Modal panel at the side of the window. */
export function Drawer({ side = 'right', size = 'base', ...rest }: DrawerProps) {
  return (
    <Modal
      {...rest}
      scrimClassName={side === 'left' ? 'justify-start' : 'justify-end'}
      panelClassName={classNames(
        'h-full low:h-auto low:min-h-full data-[state=open]:animate-slide-in',
        size === 'wide' ? 'max-w-[min(720px,96vw)]' : 'max-w-[min(420px,92vw)]',
        side === 'right' && '[--slide-in-from:100%]',
      )}
    />
  )
}
