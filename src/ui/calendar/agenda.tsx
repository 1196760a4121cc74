import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { toneSurfaces } from '#src/ui/tone.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { type CalendarBand, type CalendarDay, type CalendarItem, sortByTime } from './calendar-items.ts'
import { ItemBar } from './item-bar.tsx'

export type AgendaProps = AgendaLabels & {
  days: readonly CalendarDay[]
  items: readonly CalendarItem[]
  bands: readonly CalendarBand[]
  onOpen: (key: string) => void
}

type AgendaDay = { day: CalendarDay; items: CalendarItem[]; bands: CalendarBand[] }

/** Days with items or bands, each with its items sorted by time. */
function nonEmptyDays({ days, items, bands }: Pick<AgendaProps, 'days' | 'items' | 'bands'>): AgendaDay[] {
  const byDay = Map.groupBy(sortByTime(items), (item) => item.day)
  return days.flatMap((day) => {
    const own = byDay.get(day.day) ?? []
    const over = bands.filter(({ from, to }) => from <= day.day && day.day <= to)
    return own.length + over.length === 0 ? [] : [{ day, items: own, bands: over }]
  })
}

/** The schedule as a list by days, without empty days: for phones, and for the view of one day. */
export function Agenda({ onOpen, days, items, bands, ...labels }: AgendaProps) {
  return (
    <div className="flex flex-col gap-lg">
      {nonEmptyDays({ days, items, bands }).map(({ day, items: own, bands: over }) => (
        <section key={day.day}>
          <DayHeading day={day} {...labels} />
          <DayRows items={own} bands={over} allDayLabel={labels.allDayLabel} onOpen={onOpen} />
        </section>
      ))}
    </div>
  )
}

type DayRowsProps = Pick<AgendaProps, 'items' | 'bands' | 'allDayLabel' | 'onOpen'>

/** The bands and items of one day, in the order that is given. */
export function DayRows({ items, bands, allDayLabel, onOpen }: DayRowsProps) {
  return (
    <ul className="@container divide-y divide-line-soft overflow-clip rounded-lg border border-line-soft bg-surface">
      {bands.map((band) => (
        <li key={band.key}>
          <BandRow band={band} onOpen={onOpen} />
        </li>
      ))}
      {items.map((item) => (
        <li key={item.key}>
          <ItemRow item={item} allDayLabel={allDayLabel} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

type AgendaLabels = {
  allDayLabel: string
  todayLabel: string
  /** Heading level of the days. */
  level?: 2 | 3
}

export function DayHeading({ day, todayLabel, level = 2 }: AgendaLabels & { day: CalendarDay }) {
  const Heading = `h${level}` as const
  return (
    <Heading className="mb-xs flex items-center gap-xs text-base first-letter:uppercase">
      <span className="first-letter:uppercase">{day.name}</span>
      {day.today && (
        <span className="rounded-full bg-mark-info px-xs text-sm font-medium text-ink-inverse">{todayLabel}</span>
      )}
    </Heading>
  )
}

function BandRow({ band, onOpen }: { band: CalendarBand; onOpen: (key: string) => void }) {
  return (
    <button
      type="button"
      data-item={band.key}
      onClick={() => onOpen(band.key)}
      className={classNames(
        'flex min-h-[44px] w-full items-center gap-xs px-base py-xs text-left font-medium focus-visible:-outline-offset-2',
        toneSurfaces[band.tone],
      )}
    >
      <Icon name={band.icon} />
      <span>
        <span lang={band.titleLang}>{band.title}</span>
        {band.person && ` · ${band.person}`}
      </span>
    </button>
  )
}

/** What does not take place is quiet. */
const cancelledClasses = 'text-ink-muted line-through'

type ItemRowProps = Pick<AgendaLabels, 'allDayLabel'> & { item: CalendarItem; onOpen: (key: string) => void }

function ItemRow({ item, allDayLabel, onOpen }: ItemRowProps) {
  const { previousTime, movedFrom, state, cancelled, warning, person, note, due } = item
  return (
    <button
      type="button"
      data-item={item.key}
      onClick={() => onOpen(item.key)}
      className="flex w-full items-stretch gap-sm px-base py-sm text-left hover:bg-grey-2 focus-visible:-outline-offset-2 @min-[640px]:py-xs"
    >
      <span className="min-w-[60px] shrink-0 text-sm whitespace-nowrap tabular-nums @min-[640px]:flex @min-[640px]:w-[104px] @min-[640px]:flex-wrap @min-[640px]:content-start @min-[640px]:pt-half">
        {previousTime && (
          <s aria-hidden="true" className="block text-xs text-ink-muted @min-[640px]:w-full">
            {previousTime}
          </s>
        )}
        {due && <span className="mr-xxs block text-ink-muted">{due.label}</span>}
        <span className={classNames('block', cancelled ? cancelledClasses : 'font-medium')}>
          {item.starts || allDayLabel}
        </span>
        {item.ends && (
          <span className={classNames('block text-ink-muted', cancelled && 'line-through')}>
            <span className="@max-[640px]:sr-only">–</span>
            {item.ends}
          </span>
        )}
      </span>
      <span className="relative w-[3px] shrink-0 overflow-clip rounded-full">
        <ItemBar item={item} />
      </span>
      <span className="min-w-0 flex-1 @min-[640px]:grid @min-[640px]:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] @min-[640px]:gap-x-base">
        <span className="flex flex-wrap items-baseline gap-x-xs">
          <span lang={item.titleLang} className={classNames('min-w-0', cancelled ? cancelledClasses : 'font-medium')}>
            {item.title}
          </span>
          {state && (
            <span className={classNames('text-sm', cancelled ? 'text-ink-muted' : 'font-medium text-ink-info')}>
              {movedFrom?.state ?? state}
            </span>
          )}
        </span>
        <VisuallyHidden>, {item.kindLabel}</VisuallyHidden>
        {(person || note) && (
          <span className="block text-sm text-ink-muted @min-[640px]:pt-half">
            {person}
            {person && note && '\u00a0· '}
            {note && <span lang={item.noteLang}>{note}</span>}
          </span>
        )}
        {warning && (
          <span
            className={classNames(
              'flex items-center gap-xxs text-sm font-medium @min-[640px]:col-span-2',
              item.overdue ? 'text-ink-error' : 'text-ink-warning',
            )}
          >
            <Icon name="warning" size={16} />
            {warning}
          </span>
        )}
      </span>
      <span
        title={item.kindLabel}
        className={classNames(
          'inline-flex size-xl shrink-0 items-center justify-center rounded-full @max-[300px]:hidden',
          toneSurfaces[item.tone],
        )}
      >
        <Icon name={item.icon} size={16} />
      </span>
    </button>
  )
}
