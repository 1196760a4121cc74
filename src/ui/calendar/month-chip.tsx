import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { toneSurfaces } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { CalendarItem } from './calendar-items.ts'
import { ItemBar } from './item-bar.tsx'
import { rovingItemProps } from './roving-focus.ts'

type MonthChipProps = {
  item: CalendarItem
  /** Two lines: the time above the title. */
  isTall?: boolean
  /** An item that is marked has its icon; false where a heading says the same. */
  hasIcon?: boolean
  /** On a day before today: only its bar is coloured. */
  isPast?: boolean | undefined
  onOpen: (key: string) => void
}

/**
 * An item of a month: time, title and person in one line, or in two. A cancelled item is struck through, and has the word
 * where it has two lines. The tooltip of the title has all words, also those of the icons.
 */
export function MonthChip({ item, isTall = false, hasIcon = true, isPast = false, onOpen }: MonthChipProps) {
  const { previousTime, movedFrom, state, starts, title, person, personInitials, warning } = item
  const { cancelled, marked, due, kindLabel, secondIcon } = item
  const hasPrevious = isTall && Boolean(previousTime ?? movedFrom)
  const shownState = isTall && !hasPrevious ? state : undefined
  const hidden = [kindLabel, state !== shownState && (movedFrom?.state ?? state), warning, person]
    .filter(Boolean)
    .join(', ')
  // What does not fit wraps and is hidden whole; the initials are not part of it.
  const about = (
    <span
      className={classNames(
        'flex h-[1rem] flex-wrap items-center gap-x-xxs overflow-hidden tabular-nums',
        isTall ? 'min-w-0 flex-1' : 'max-w-[60%] shrink-0',
      )}
    >
      {marked && hasIcon && <Icon name={item.icon} size={16} />}
      {hasPrevious && <Icon name={item.stateIcon ?? 'switch'} size={16} />}
      {hasPrevious && previousTime && (
        <s aria-hidden="true" className="text-ink-muted">
          {previousTime}
        </s>
      )}
      {due && <VisuallyHidden>{due.label} </VisuallyHidden>}
      {starts && <span className={cancelled ? 'line-through' : ''}>{starts}</span>}
      {hasPrevious && !previousTime && movedFrom && <span aria-hidden="true">({movedFrom.short})</span>}
      {warning && <Icon name="warning" size={16} />}
      {!isTall && state && !cancelled && <Icon name={item.stateIcon ?? 'switch'} size={16} />}
      {secondIcon && <Icon name={secondIcon} size={16} />}
      {shownState && <span className={cancelled ? '' : 'font-medium'}>{shownState}</span>}
    </span>
  )
  return (
    <button
      type="button"
      {...rovingItemProps(item.day)}
      data-item={item.key}
      onClick={() => onOpen(item.key)}
      className={classNames(
        'relative flex w-full min-w-0 overflow-hidden rounded-sm pr-xxs pl-[6px] text-left text-xs',
        'hover:shadow-raised focus-visible:z-sticky focus-visible:outline-offset-0 forced-colors:border',
        isTall ? 'h-[2.125rem] flex-col py-px' : 'h-[1.375rem] items-center gap-xxs',
        // Items of other layers, and those that do not take place, differ from the schedule by more than the tone.
        surfaceOf(item, isPast),
      )}
    >
      <ItemBar item={item} />
      {isTall ? (
        <span className="flex w-full items-center gap-xxs">
          {about}
          <Initials hasBackground>{personInitials}</Initials>
        </span>
      ) : (
        about
      )}
      <span
        title={[title, item.note, hidden].filter(Boolean).join(', ')}
        lang={item.titleLang}
        className={classNames(
          'min-w-0 flex-1 truncate',
          isPast || cancelled ? 'text-ink-muted' : 'text-ink',
          cancelled && 'line-through',
        )}
      >
        {title}
      </span>
      <VisuallyHidden>, {hidden}</VisuallyHidden>
      {!isTall && <Initials>{personInitials}</Initials>}
    </button>
  )
}

function surfaceOf({ marked, cancelled, tone }: CalendarItem, isPast: boolean): string {
  if (marked || cancelled) return 'inset-ring inset-ring-line bg-surface text-ink-muted'
  return toneSurfaces[isPast ? 'neutral' : tone]
}

type InitialsProps = { children: string | undefined; hasBackground?: boolean }

function Initials({ children, hasBackground = false }: InitialsProps) {
  if (!children) return null
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'ml-auto shrink-0 font-medium text-ink-muted',
        hasBackground && 'rounded-full bg-surface px-xxs',
      )}
    >
      {children}
    </span>
  )
}
