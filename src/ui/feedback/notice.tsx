import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { toneSurfaces } from '#src/ui/tone.ts'

export type NoticeTone = 'info' | 'success' | 'warning' | 'error'

export type NoticeProps = {
  tone?: NoticeTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** `alert` is announced at once: only for what just happened. */
  role?: 'status' | 'alert' | 'note'
}

export const noticeIcons: Record<NoticeTone, IconName> = {
  info: 'info',
  success: 'check',
  warning: 'warning',
  error: 'warning',
}

/** A highlighted message within the page. */
export function Notice({ tone = 'info', title, children, action, role = 'note' }: NoticeProps) {
  return (
    <div
      role={role}
      className={classNames('flex flex-wrap gap-sm rounded-lg border border-line-soft p-base', toneSurfaces[tone])}
    >
      {/* Without room for both, the action is below the text. */}
      <div className="flex min-w-[min(100%,200px)] flex-1 gap-sm">
        <span className="mt-half shrink-0">
          <Icon name={noticeIcons[tone]} />
        </span>
        <div className="min-w-0 flex-1 text-ink">
          {title && <p className="font-strong">{title}</p>}
          {children && <div>{children}</div>}
        </div>
      </div>
      {action && <div className="shrink-0 self-center">{action}</div>}
    </div>
  )
}
