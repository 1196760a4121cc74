import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { solid, tinted } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { CalendarBand, CalendarItem } from './items.ts'

type ChipProps = {
  item: CalendarItem
  /** One line in a day of the month, or a box as high as its hours in a day of the week. */
  shape: 'line' | 'box'
  time: string
  note?: string | undefined
  onOpen: (key: string) => void
}

/** An item of the calendar: colour and icon of its category, time, title. Fills the box it is given. */
export function CalendarChip({ item, shape, time, note, onOpen }: ChipProps) {
  const line = shape === 'line'
  return (
    <button
      type="button"
      title={line ? item.title : undefined}
      onClick={() => onOpen(item.key)}
      className={classes(
        'relative flex size-full min-w-0 overflow-hidden rounded-sm py-half pr-xxs pl-xs text-left text-xs transition-shadow',
        'hover:shadow-raised focus-visible:z-sticky focus-visible:outline-offset-0 print:border forced-colors:border',
        line ? 'items-center gap-xxs' : 'flex-col items-start',
        tinted[item.tone],
      )}
    >
      <span className={classes('absolute inset-y-0 left-0 w-[3px]', solid[item.tone])} />
      <span className="flex max-w-full shrink-0 items-center gap-xxs tabular-nums">
        <Icon name={item.icon} size={16} />
        {time && <span className={classes('truncate', line && 'max-lg:sr-only')}>{time}</span>}
      </span>
      <span
        className={classes(
          'min-w-0 text-ink',
          line ? 'truncate' : 'max-w-full font-medium wrap-anywhere hyphens-auto',
          item.cancelled && 'line-through',
        )}
      >
        {item.title}
      </span>
      <VisuallyHidden>, {item.spoken}</VisuallyHidden>
      {line && item.whose && (
        <span
          aria-hidden="true"
          className="ml-auto shrink-0 rounded-full bg-surface px-xxs text-[10px]/[16px] font-medium"
        >
          {item.whose}
        </span>
      )}
      {note && <span className="max-w-full truncate text-ink-muted">{note}</span>}
    </button>
  )
}

type StripProps = { band: CalendarBand; continues: { before: boolean; after: boolean }; onOpen: (key: string) => void }

/** A band across days. */
export function CalendarStrip({ band, continues, onOpen }: StripProps) {
  return (
    <button
      type="button"
      title={band.title}
      onClick={() => onOpen(band.key)}
      className={classes(
        'flex h-[24px] w-full min-w-0 items-center gap-xxs px-xs text-left text-xs font-medium focus-visible:outline-offset-0',
        'print:border forced-colors:border',
        !continues.before && 'rounded-l-sm',
        !continues.after && 'rounded-r-sm',
        tinted[band.tone],
      )}
    >
      <Icon name={band.icon} size={16} />
      <span className="truncate">{band.title}</span>
    </button>
  )
}
