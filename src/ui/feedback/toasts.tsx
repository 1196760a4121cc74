import * as Radix from '@radix-ui/react-toast'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { toneSurfaces } from '#src/ui/tone.ts'
import { type NoticeTone, noticeIcons } from './notice.tsx'

export type Toast = {
  id: string
  tone: NoticeTone
  title: ReactNode
  description?: ReactNode
  action?: { label: string; onClick: () => void } | undefined
}

export type ToastsProps = {
  /** Accessible name of the region, such as «Уведомления». */
  label: string
  closeLabel: string
  /** Newest last. The caller decides how long each is shown. */
  toasts: readonly Toast[]
  onClose: (id: string) => void
}

/** Notifications at the lower edge of the window; errors are announced at once, others when the screen reader is idle. */
export function Toasts({ label, closeLabel, toasts, onClose }: ToastsProps) {
  const viewport = useRef<HTMLOListElement>(null)
  useClearOfControls(viewport, toasts)
  const { onFocus, onBlur } = useFocusAfterRemoval(viewport, toasts)
  return (
    <Radix.Provider label={label} duration={Number.POSITIVE_INFINITY}>
      {toasts.map(({ id, tone, title, description, action }) => (
        <Radix.Root
          key={id}
          open
          type={tone === 'error' ? 'foreground' : 'background'}
          onFocus={() => onFocus(id)}
          onBlur={onBlur}
          onOpenChange={(isOpen) => !isOpen && onClose(id)}
          // A modal dialog that opens later must not make the toast unclickable.
          style={{ pointerEvents: 'auto' }}
          className="flex w-full animate-slide-up items-start gap-sm rounded-lg bg-surface-raised p-sm shadow-floating forced-colors:border"
        >
          <span
            className={classNames(
              'inline-flex size-[32px] shrink-0 items-center justify-center rounded-full',
              toneSurfaces[tone],
            )}
          >
            <Icon name={noticeIcons[tone]} />
          </span>
          <div className="min-w-0 flex-1 py-xxs">
            <Radix.Title className="font-strong">{title}</Radix.Title>
            {description && <Radix.Description className="text-sm text-ink-muted">{description}</Radix.Description>}
            {action && (
              <Radix.Action asChild altText={action.label} onClick={action.onClick}>
                <Button size="small">{action.label}</Button>
              </Radix.Action>
            )}
          </div>
          <Radix.Close asChild>
            <IconButton icon="close" size="small" label={closeLabel} />
          </Radix.Close>
        </Radix.Root>
      ))}
      <Radix.Viewport
        ref={viewport}
        label={label}
        className="pointer-events-none fixed inset-x-base bottom-base max-md:bottom-[calc(72px+env(safe-area-inset-bottom))] z-toast flex flex-col items-end gap-xs focus-visible:outline-none md:left-auto md:w-[400px] print:hidden"
      />
    </Radix.Provider>
  )
}

/** When the toast that has the focus goes, the focus moves to another one, and from the last to the page. */
function useFocusAfterRemoval(viewport: RefObject<HTMLElement | null>, toasts: readonly Toast[]) {
  const focusedId = useRef<string | null>(null)
  const count = useRef(toasts.length)
  useLayoutEffect(() => {
    const isRemoval = toasts.length < count.current
    count.current = toasts.length
    // Radix moves the focus to the viewport when a toast is closed, and leaves it nowhere when the caller removes one.
    const isLost = focusedId.current !== null && !toasts.some(({ id }) => id === focusedId.current)
    if (!isRemoval || !(isLost || document.activeElement === viewport.current)) return
    focusedId.current = null
    const next = viewport.current?.querySelector('button') ?? document.querySelector('main')
    next?.focus()
  }, [viewport, toasts])
  return {
    onFocus: (id: string) => {
      focusedId.current = id
    },
    onBlur: () => {
      focusedId.current = null
    },
  }
}

/** Events after which controls may be elsewhere: dialogs have opened, fields have got an error, the page has scrolled. */
const layoutEvents = ['scroll', 'resize', 'animationend', 'transitionend', 'focusin'] as const

/** Keeps the toasts off what can be pressed: a sheet on a phone has its buttons at the lower edge. */
function useClearOfControls(viewport: RefObject<HTMLElement | null>, toasts: readonly Toast[]): void {
  useLayoutEffect(() => {
    if (toasts.length === 0) return
    const update = () => viewport.current && moveClear(viewport.current)
    update()
    // Radix inserts the toasts after the viewport.
    const resizes = new ResizeObserver(update)
    resizes.observe(document.body)
    if (viewport.current) resizes.observe(viewport.current)
    for (const event of layoutEvents) window.addEventListener(event, update, true)
    return () => {
      resizes.disconnect()
      for (const event of layoutEvents) window.removeEventListener(event, update, true)
    }
  }, [viewport, toasts])
}

const gap = 8

/** Moves an element up from the lower edge to the lowest place where it covers the fewest controls. */
function moveClear(element: HTMLElement): void {
  // With reduced motion every style has a short transition: the place before would be measured.
  element.style.transitionProperty = 'none'
  element.style.translate = ''
  const own = element.getBoundingClientRect()
  const layer = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
  const controls = [...layer.querySelectorAll('a,button,input,select,textarea,summary')]
    .filter((control) => !element.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ left, right, width }) => width > 1 && left < own.right && right > own.left)
  const covered = (lift: number) =>
    controls.filter(({ top, bottom }) => top < own.bottom - lift && bottom > own.top - lift).length
  const [best = 0] = [0, ...controls.map(({ top }) => own.bottom - top + gap)]
    .filter((lift) => lift >= 0 && lift <= own.top)
    .sort((one, other) => covered(one) - covered(other) || one - other)
  element.style.translate = `0 ${-best}px`
}
