import { classNames } from '#src/ui/class-names.ts'
import { toneMarks } from '#src/ui/tone.ts'
import type { CalendarItem } from './calendar-items.ts'

/** The colour of an item, at the left edge of its container; dashed for a deadline, which takes no time. */
export function ItemBar({ item: { tone, due } }: { item: Pick<CalendarItem, 'tone' | 'due'> }) {
  return (
    <span
      className={classNames(
        'absolute inset-y-0 left-0 w-[3px] [print-color-adjust:exact]',
        toneMarks[tone],
        due && '[mask-image:repeating-linear-gradient(#000_0_4px,transparent_4px_7px)]',
      )}
    />
  )
}
