import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { toneSurfaces } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { bandText, type CalendarBand, type CalendarItem } from './calendar-items.ts'
import { ItemBar } from './item-bar.tsx'
import { rovingItemProps } from './roving-focus.ts'

type ChipProps = {
  item: CalendarItem
  /** Visible lines of 16 pixels, at least two: the time and the title. */
  lines: number
  /** Quieter than what is ahead: only its bar is coloured. */
  isOver?: boolean
  onOpen: (key: string) => void
}

/** An item between hours: time, state, title, person and topic, as far as there is room. Fills its container. */
export function CalendarChip({ item, lines, isOver = false, onOpen }: ChipProps) {
  const { previousTime, movedFrom, state, starts, ends, title, person, personInitials } = item
  const { note, warning, cancelled, marked, secondIcon } = item
  const below = [!personInitials && person, note].filter(Boolean).join(' · ')
  // With two lines the second is for the title.
  const isLow = lines === 2
  const textLines = Math.max(1, lines - (state && !isLow ? 2 : 1))
  return (
    <button
      type="button"
      {...rovingItemProps(item.day)}
      data-item={item.key}
      onClick={() => onOpen(item.key)}
      className={classNames(
        'relative flex size-full min-w-0 flex-col items-stretch overflow-hidden rounded-sm py-half pr-xxs pl-xs text-left text-xs',
        'hover:shadow-raised focus-visible:z-sticky focus-visible:outline-offset-0 forced-colors:border',
        // Items of other layers, and those that do not take place, differ from the schedule by more than the tone.
        marked || cancelled
          ? 'border border-line bg-surface text-ink-muted'
          : toneSurfaces[isOver ? 'neutral' : item.tone],
      )}
    >
      <ItemBar item={item} />
      <span className="block overflow-hidden" style={{ maxHeight: lines * 16 }}>
        <span className="flex items-start gap-xxs">
          <span className={classNames(wrappingLine, 'min-w-0 flex-1')}>
            {marked && <Icon name={item.icon} size={16} />}
            <span className={cancelled ? 'line-through' : ''}>{starts}</span>
            {/* A part of its own, so that it is hidden whole. */}
            {!isLow && (
              <span className={classNames('-ml-xxs max-xl:sr-only', cancelled && 'line-through')}>–{ends}</span>
            )}
            {warning && <Icon name="warning" size={16} />}
            {secondIcon && <Icon name={secondIcon} size={16} />}
            {isLow && state && <span className={cancelled ? '' : 'font-medium'}>{state}</span>}
          </span>
          {personInitials && (
            <span aria-hidden="true" className="shrink-0 rounded-full bg-surface px-xxs font-medium text-ink-muted">
              {personInitials}
            </span>
          )}
        </span>
        {state && !isLow && (
          <span className={wrappingLine}>
            <span className={cancelled ? '' : 'font-medium'}>{movedFrom?.shortState ?? state}</span>
            {previousTime && (
              <s aria-hidden="true" className="text-ink-muted">
                {previousTime}
              </s>
            )}
          </span>
        )}
        <span
          // Not on the button: screen readers would read the title twice.
          title={title}
          lang={item.titleLang}
          className={classNames(
            wrappingText,
            cancelled ? 'text-ink-muted line-through' : isOver ? 'font-medium text-ink-muted' : 'font-medium text-ink',
          )}
          style={{ WebkitLineClamp: textLines }}
        >
          {title}
        </span>
        <VisuallyHidden>, {[item.kindLabel, personInitials && person].filter(Boolean).join(', ')}</VisuallyHidden>
        {warning && (
          <span title={warning} className="block truncate leading-4 font-medium text-ink">
            {warning}
          </span>
        )}
        {/* As many lines as there are below a title of one line; below a longer one the last are hidden. */}
        {below && (
          <span
            lang={item.noteLang}
            className={classNames('text-ink-muted', wrappingText)}
            style={{ WebkitLineClamp: Math.max(1, textLines - (warning ? 2 : 1)) }}
          >
            {below}
          </span>
        )}
      </span>
    </button>
  )
}

/** One line of parts: a part that does not fit wraps and is hidden whole instead of being cut. */
const wrappingLine = 'flex h-base flex-wrap items-center gap-x-xxs overflow-hidden tabular-nums'

const wrappingText =
  'overflow-hidden text-ellipsis [-webkit-box-orient:vertical] [display:-webkit-box] [overflow-wrap:normal]'

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
      data-item={band.key}
      onClick={() => onOpen(band.key)}
      className={classNames(
        'flex h-[1.375rem] w-full min-w-0 items-center gap-xxs px-xs text-left text-xs font-medium focus-visible:outline-offset-0',
        'forced-colors:border',
        !continues.before && 'rounded-l-sm',
        !continues.after && 'rounded-r-sm',
        toneSurfaces[band.tone],
      )}
    >
      {band.marked && <Icon name={band.icon} size={16} />}
      {/* Names that do not fit wrap and are hidden whole. */}
      <span title={bandText(band)} className="flex h-[1rem] min-w-0 flex-wrap gap-x-xxs overflow-hidden">
        <span lang={band.titleLang} className="max-w-full truncate">
          {band.title}
        </span>
        {band.person && <span className="font-normal">{` · ${band.person}`}</span>}
      </span>
    </button>
  )
}
