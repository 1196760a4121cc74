import type { ReactNode } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { type Tone, toneMarks } from '#src/ui/tone.ts'

type LegendProps = {
  /** What the colours stand for, such as «Цвета детей». */
  title: string
  entries: readonly { key: string; tone: Tone; label: string }[]
  /** What the icons on the items stand for. */
  marks?: readonly { icon: IconName; label: string }[]
  /** On a phone the title is for screen readers: there is one line. */
  isTitleHidden?: boolean
  /** Further list items. */
  children?: ReactNode
}

/** The meaning of the colours and icons of a calendar, in one line below it. */
export function Legend({ title, entries, marks = [], isTitleHidden = false, children }: LegendProps) {
  return (
    <div className="mt-xs flex flex-wrap items-center gap-x-sm text-xs text-ink-muted md:mt-[6px]">
      <span className={isTitleHidden ? 'sr-only' : ''}>{title}:</span>
      <ul aria-label={title} className="contents">
        {entries.map(({ key, tone, label }) => (
          <li key={key} className="flex items-center gap-xxs wrap-anywhere">
            <span
              className={classNames('size-[8px] flex-none rounded-full [print-color-adjust:exact]', toneMarks[tone])}
            />
            {label}
          </li>
        ))}
        {marks.map(({ icon, label }) => (
          <li key={icon} className="flex items-center gap-xxs">
            <Icon name={icon} size={16} />
            {label}
          </li>
        ))}
        {children}
      </ul>
    </div>
  )
}
