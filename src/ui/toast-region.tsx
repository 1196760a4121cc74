import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import { type NoticeTone, noticeIcons } from './notice.tsx'
import { tinted } from './tone.ts'

export type Toast = { id: string; tone: NoticeTone; title: ReactNode; description?: ReactNode }

export type ToastRegionProps = {
  /** Name of the region, such as «Уведомления». */
  label: string
  closeLabel: string
  /** Newest last. How long they stay is the caller's business (S9: 10 s). */
  toasts: readonly Toast[]
  onClose: (id: string) => void
}

/** Where notifications appear. It stands in the page from the start, so that what comes into it is read aloud. */
export function ToastRegion({ label, closeLabel, toasts, onClose }: ToastRegionProps) {
  return (
    <section
      aria-label={label}
      className="pointer-events-none fixed inset-x-base bottom-base z-toast flex flex-col items-end gap-xs md:left-auto md:w-[400px] print:hidden"
    >
      {(['status', 'alert'] as const).map((role) => (
        <div key={role} role={role} className="flex w-full flex-col gap-xs empty:hidden">
          {toasts
            .filter((toast) => (toast.tone === 'error') === (role === 'alert'))
            .map((toast) => (
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
                <IconButton icon="close" size="small" label={closeLabel} onClick={() => onClose(toast.id)} />
              </div>
            ))}
        </div>
      ))}
    </section>
  )
}
