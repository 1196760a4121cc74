import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
import { solid, tinted } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { CalendarBand, CalendarItem } from './items.ts'
import { stopOn } from './use-one-stop.ts'

type ChipProps = {
  item: CalendarItem
  /** Lines of 16 pixels that are free for it; without them two lines of title are enough. */
  lines?: number
  /** The end beside the beginning. */
  withEnd?: boolean
  onOpen: (key: string) => void
}

/** An item in a month or a week: time and whose it is above, the title below. Fills the box it is given. */
export function CalendarChip({ item, lines, withEnd = false, onOpen }: ChipProps) {
  const { was, state, starts, ends, title, who, whose, note, warning, cancelled, marked } = item
  const below = [who, note].filter(Boolean).join(' · ')
  // In two lines the title needs the second for itself.
  const isLow = lines === 2
  return (
    <button
      type="button"
      {...stopOn(item.day)}
      onClick={() => onOpen(item.key)}
      className={classes(
        'relative flex size-full min-w-0 flex-col items-stretch overflow-hidden rounded-sm py-half pr-xxs pl-xs text-left text-xs transition-shadow',
        'hover:shadow-raised focus-visible:z-sticky focus-visible:outline-offset-0 forced-colors:border',
        // What is laid over the schedule is told from it by more than a tone.
        marked ? 'border border-line bg-surface text-ink-muted' : tinted[item.tone],
      )}
    >
      <span className={classes('absolute inset-y-0 left-0 w-[3px]', solid[item.tone])} />
      <span className="block overflow-hidden" style={lines ? { maxHeight: lines * 16 } : undefined}>
        <span className="flex h-base items-center gap-xxs tabular-nums">
          {marked && <Icon name={item.icon} size={16} />}
          {was && (
            <s aria-hidden="true" className="shrink-0 text-ink-muted">
              {was}
            </s>
          )}
          {starts && (
            <span className={classes('shrink-0', cancelled && 'line-through')}>
              {withEnd && !isLow ? `${starts}–${ends}` : starts}
            </span>
          )}
          {isLow && state && !was && <span className="truncate font-medium">{state}</span>}
          {warning && <Icon name="warning" size={16} />}
          {whose && (
            <span aria-hidden="true" className="ml-auto shrink-0 rounded-full bg-surface px-xxs font-medium">
              {whose}
            </span>
          )}
        </span>
        {state && !isLow && <span className="block truncate font-medium">{state}</span>}
        <span
          // On the words and not on the button, which would be heard to say them twice.
          title={title}
          className={classes(
            'overflow-hidden text-ellipsis text-ink [-webkit-box-orient:vertical] [display:-webkit-box] [overflow-wrap:normal]',
            lines !== undefined && 'font-medium',
            cancelled && 'line-through',
          )}
          style={{ WebkitLineClamp: lines === undefined ? 2 : Math.max(1, lines - (state && !isLow ? 2 : 1)) }}
        >
          {title}
        </span>
        <VisuallyHidden>
          , {[item.spoken, isLow && was && state, lines ? null : who].filter(Boolean).join(', ')}
        </VisuallyHidden>
        {warning && (
          <span className={classes('block truncate font-medium text-ink', lines !== undefined && 'leading-4')}>
            {warning}
          </span>
        )}
        {lines !== undefined && below && <span className="block truncate text-ink-muted">{below}</span>}
      </span>
    </button>
  )
}

type StripProps = {
  band: CalendarBand
  /** The first of its days in this row. */
  day: string
  continues: { before: boolean; after: boolean }
  onOpen: (key: string) => void
}

/** A band across days. */
export function CalendarStrip({ band, day, continues, onOpen }: StripProps) {
  return (
    <button
      type="button"
      {...stopOn(day)}
      onClick={() => onOpen(band.key)}
      className={classes(
        'flex h-[24px] w-full min-w-0 items-center gap-xxs px-xs text-left text-xs font-medium focus-visible:outline-offset-0',
        'forced-colors:border',
        !continues.before && 'rounded-l-sm',
        !continues.after && 'rounded-r-sm',
        tinted[band.tone],
      )}
    >
      {band.marked && <Icon name={band.icon} size={16} />}
      <span title={band.title} className="truncate">
        {band.title}
      </span>
    </button>
  )
}
