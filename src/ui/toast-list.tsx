import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { type NoticeTone, noticeIcons } from './notice.tsx'
import { tinted } from './tone.ts'

export type Toast = { id: string; tone: NoticeTone; title: ReactNode; description?: ReactNode }

export type ToastListProps = {
  closeLabel: string
  /** Newest last. How long they stay is the caller's business (S9: 10 s). */
  toasts: readonly Toast[]
  onClose: (id: string) => void
}

/** The notifications of one kind, within a `ToastRegion`, which they keep off what can be pressed. */
export function ToastList({ closeLabel, toasts, onClose }: ToastListProps) {
  const list = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<EventTarget | null>(null)
  useLayoutEffect(() => {
    if (toasts.length === 0) return
    const region = list.current?.closest('section')
    const place = () => region && liftOver(region)
    place()
    const watching = new MutationObserver(place)
    watching.observe(document.body, { childList: true, subtree: true })
    for (const moved of moves) window.addEventListener(moved, place, true)
    return () => {
      watching.disconnect()
      for (const moved of moves) window.removeEventListener(moved, place, true)
    }
  }, [toasts])
  /** Whoever stands on a notification that goes comes to the next one, and from the last to where they were before. */
  const inherit = useCallback(
    (button: HTMLButtonElement | null) => () => {
      if (button === null || button !== document.activeElement) return
      const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
      const place = buttons.indexOf(button)
      const next = buttons[place + 1] ?? buttons[place - 1] ?? cameFrom.current
      if (next instanceof HTMLElement && next.isConnected) next.focus()
      else document.querySelector('main')?.focus()
    },
    [],
  )
  return (
    <div ref={list} className="flex flex-col gap-xs">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className="pointer-events-auto flex animate-rise items-start gap-sm rounded-lg bg-surface p-sm shadow-floating forced-colors:border"
        >
          <span
            className={classes(
              'inline-flex size-[32px] shrink-0 items-center justify-center rounded-full',
              tinted[toast.tone],
            )}
          >
            <Icon name={noticeIcons[toast.tone]} />
          </span>
          <div className="min-w-0 flex-1 py-xxs">
            <p className="font-strong">{toast.title}</p>
            {toast.description && <p className="text-sm text-ink-muted">{toast.description}</p>}
          </div>
          <IconButton ref={inherit} icon="close" size="small" label={closeLabel} onClick={() => onClose(toast.id)} />
        </div>
      ))}
    </div>
  )
}

/** After which what can be pressed may lie elsewhere, beside what comes into the page or goes. */
const moves = ['scroll', 'resize', 'animationend', 'transitionend'] as const

/** Lifts the region from the lower edge to where it lies over nothing that can be pressed, or over as little as can be. */
function liftOver(region: HTMLElement): void {
  // Where motion is reduced every style changes over a moment: what is measured would be the place before.
  region.style.transitionProperty = 'none'
  region.style.translate = ''
  const own = region.getBoundingClientRect()
  const layer = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
  const controls = [...layer.querySelectorAll('a,button,input,select,textarea,summary')]
    .filter((control) => !region.contains(control))
    .map((control) => control.getBoundingClientRect())
    .filter(({ left, right, width }) => width > 1 && left < own.right && right > own.left)
  const covered = (lift: number) =>
    controls.filter(({ top, bottom }) => top < own.bottom - lift && bottom > own.top - lift).length
  const [best = 0] = [0, ...controls.map(({ top }) => own.bottom - top + gap)]
    .filter((lift) => lift >= 0 && lift <= own.top)
    .sort((one, other) => covered(one) - covered(other) || one - other)
  region.style.translate = `0 ${-best}px`
}

const gap = 8
