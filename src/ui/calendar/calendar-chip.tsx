import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { toneMarks, toneSurfaces } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { CalendarBand, CalendarItem } from './calendar-items.ts'
import { rovingItemProps } from './roving-focus.ts'

type ChipProps = {
  item: CalendarItem
  /** Visible lines of 16 pixels; by default the title has two lines. */
  lines?: number
  /** Shows the end time after the start time. */
  withEnd?: boolean
  onOpen: (key: string) => void
}

/** An item of a month or a week: time and person above the title. Fills its container. */
export function CalendarChip({ item, lines, withEnd = false, onOpen }: ChipProps) {
  const { previousTime, state, starts, ends, title, person, personInitials, note, warning, cancelled, marked } = item
  const below = [person, note].filter(Boolean).join(' · ')
  // With two lines the second is for the title.
  const isLow = lines === 2
  return (
    <button
      type="button"
      {...rovingItemProps(item.day)}
      onClick={() => onOpen(item.key)}
      className={classNames(
        'relative flex size-full min-w-0 flex-col items-stretch overflow-hidden rounded-sm py-half pr-xxs pl-xs text-left text-xs transition-shadow',
        'hover:shadow-raised focus-visible:z-sticky focus-visible:outline-offset-0 forced-colors:border',
        // Items of other layers differ from the schedule by more than the tone.
        marked ? 'border border-line bg-surface text-ink-muted' : toneSurfaces[item.tone],
      )}
    >
      <span className={classNames('absolute inset-y-0 left-0 w-[3px]', toneMarks[item.tone])} />
      <span className="block overflow-hidden" style={lines ? { maxHeight: lines * 16 } : undefined}>
        <span className="flex h-base items-center gap-xxs tabular-nums">
          {marked && <Icon name={item.icon} size={16} />}
          {previousTime && (
            <s aria-hidden="true" className="shrink-0 text-ink-muted">
              {previousTime}
            </s>
          )}
          {starts && (
            <span className={classNames('shrink-0', cancelled && 'line-through')}>
              {withEnd && !isLow ? `${starts}–${ends}` : starts}
            </span>
          )}
          {isLow && state && !previousTime && <span className="truncate font-medium">{state}</span>}
          {warning && <Icon name="warning" size={16} />}
          {personInitials && (
            <span aria-hidden="true" className="ml-auto shrink-0 rounded-full bg-surface px-xxs font-medium">
              {personInitials}
            </span>
          )}
        </span>
        {state && !isLow && <span className="block truncate font-medium">{state}</span>}
        <span
          // Not on the button: screen readers would read the title twice.
          title={title}
          className={classNames(
            'overflow-hidden text-ellipsis text-ink [-webkit-box-orient:vertical] [display:-webkit-box] [overflow-wrap:normal]',
            lines !== undefined && 'font-medium',
            cancelled && 'line-through',
          )}
          style={{ WebkitLineClamp: lines === undefined ? 2 : Math.max(1, lines - (state && !isLow ? 2 : 1)) }}
        >
          {title}
        </span>
        <VisuallyHidden>
          , {[item.kindLabel, isLow && previousTime && state, lines ? null : person].filter(Boolean).join(', ')}
        </VisuallyHidden>
        {warning && (
          <span className={classNames('block truncate font-medium text-ink', lines !== undefined && 'leading-4')}>
            {warning}
          </span>
        )}
        {lines !== undefined && below && <span className="block truncate text-ink-muted">{below}</span>}
      </span>
    </button>
  )
}

type BandChipProps = {
  band: CalendarBand
  /** First day of the band in this row. */
  day: string
  continues: { before: boolean; after: boolean }
  onOpen: (key: string) => void
}

/** A band that spans several days. */
export function CalendarBandChip({ band, day, continues, onOpen }: BandChipProps) {
  return (
    <button
      type="button"
      {...rovingItemProps(day)}
      onClick={() => onOpen(band.key)}
      className={classNames(
        'flex h-[24px] w-full min-w-0 items-center gap-xxs px-xs text-left text-xs font-medium focus-visible:outline-offset-0',
        'forced-colors:border',
        !continues.before && 'rounded-l-sm',
        !continues.after && 'rounded-r-sm',
        toneSurfaces[band.tone],
      )}
    >
      {band.marked && <Icon name={band.icon} size={16} />}
      <span title={band.title} className="truncate">
        {band.title}
      </span>
    </button>
  )
}
