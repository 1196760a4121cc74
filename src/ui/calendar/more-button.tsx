import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { CalendarDay } from './calendar-items.ts'
import { rovingItemProps } from './roving-focus.ts'

type MoreButtonProps = {
  day: CalendarDay
  /** Keys of the items that have no room. */
  hidden: readonly string[]
  /** Their number, such as «ещё 2». */
  label: string
  onMore: (day: string) => void
}

/** Stands for the items of a day that have no room. `moreButtonOf` finds it. */
export function MoreButton({ day, hidden, label, onMore }: MoreButtonProps) {
  return (
    <button
      type="button"
      {...rovingItemProps(day.day)}
      data-more={day.day}
      data-hidden-items={hidden.map(asWord).join(' ')}
      aria-haspopup="dialog"
      onClick={() => onMore(day.day)}
      className="w-full rounded-sm px-xs text-left text-xs/[1.375rem] text-ink-muted hover:bg-surface-hover hover:text-ink focus-visible:outline-offset-0"
    >
      {label}
      <VisuallyHidden>, {day.name}</VisuallyHidden>
    </button>
  )
}

/** Some keys have spaces, which would end a word of the list. */
const asWord = (key: string) => encodeURIComponent(key)

/** Selector of the button that stands for items of a day. */
export function moreButtonOf(day: string): string {
  return `[data-more="${CSS.escape(day)}"]`
}

/** Selector of an item, or of the button that stands for it. */
export function itemOrMoreButton(key: string): string {
  return `[data-item="${CSS.escape(key)}"], [data-hidden-items~="${CSS.escape(asWord(key))}"]`
}
