import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { CalendarDay, CalendarItem } from './calendar-items.ts'

/** A week before and after a transfer: kept items are muted, removed ones struck through, added ones highlighted. */
export function WeekComparison(props: WeekComparisonProps) {
  const { label, items, changeLabels, listLabel } = props
  const sides = (['comes', 'leaves', 'stays'] as const).filter((side) => items.some((item) => item.side === side))
  return (
    <section aria-label={label} className="flex flex-col gap-sm">
      <ul aria-hidden="true" className="flex flex-wrap gap-x-base gap-y-xxs text-sm">
        {sides.map((side) => (
          <li key={side} className="flex items-center gap-xs first-letter:uppercase">
            <span
              style={hatchStyle(side)}
              className={classNames('h-base w-lg rounded-sm border', changeClassNames[side])}
            />
            {changeLabels[side]}
          </li>
        ))}
      </ul>
      <Responsive
        from="lg"
        narrow={<WeekComparisonList {...props} />}
        wide={
          <>
            <WeekComparisonGrid {...props} />
            <details className="group">
              <summary className="flex min-h-control items-center gap-xs text-sm font-strong">
                <span className="group-open:rotate-180">
                  <Icon name="arrow-down" size={16} />
                </span>
                {listLabel}
              </summary>
              <WeekComparisonList {...props} />
            </details>
          </>
        }
      />
    </section>
  )
}

const hourHeight = 48
const columns = { gridTemplateColumns: '72px repeat(7, minmax(0, 1fr))' }
const hourLines = {
  backgroundImage: `repeating-linear-gradient(var(--line-soft) 0 1px, transparent 1px ${hourHeight}px)`,
}
/** Minimum height of an item, in minutes: the text of a shorter one would not fit. */
const shortest = 40

function WeekComparisonGrid({ days, items, changeLabels, formatHour }: WeekComparisonProps) {
  const first = Math.min(...items.map(({ hours }) => Math.floor(hours.from / 60)))
  const last = Math.max(...items.map(({ hours }) => Math.ceil(hours.to / 60)), first + 4)
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const pixels = (minutes: number) => (minutes / 60) * hourHeight
  return (
    <div style={columns} className="grid rounded-lg border border-line-soft bg-surface pb-xs">
      <div aria-hidden="true" className="pt-xl text-right text-xs text-ink-muted tabular-nums">
        {hours.map((hour) => (
          <div key={hour} style={{ height: hourHeight }} className="pr-xs whitespace-nowrap">
            <span className="relative -top-[8px]">{formatHour(hour)}</span>
          </div>
        ))}
      </div>
      {days.map((day) => (
        <div key={day.day} className="min-w-0 border-l border-line-soft">
          <p aria-hidden="true" className="h-xl px-xxs py-xxs text-center text-sm">
            {day.weekday} <span className="font-strong">{day.number}</span>
          </p>
          <ol aria-label={day.name} style={{ height: hours.length * hourHeight, ...hourLines }} className="relative">
            {assignLanes(items.filter((item) => item.day === day.day)).map(({ item, lane, lanes }) => (
              <li
                key={item.key}
                className="absolute p-half"
                style={{
                  top: pixels(item.hours.from - first * 60),
                  height: pixels(Math.max(item.hours.to - item.hours.from, shortest)),
                  left: `${(lane / lanes) * 100}%`,
                  width: `${100 / lanes}%`,
                }}
              >
                <Box item={item} changeLabels={changeLabels} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

function Box({ item, changeLabels }: { item: ComparisonItem } & Pick<WeekComparisonProps, 'changeLabels'>) {
  const { side, conflict, starts, ends, title, note, personInitials, kindLabel } = item
  return (
    <div
      style={hatchStyle(side)}
      title={[`${starts}–${ends} ${title}`, note, changeLabels[side]].filter(Boolean).join(', ')}
      className={classNames(
        'h-full overflow-hidden rounded-sm border px-xxs text-xs',
        changeClassNames[side],
        conflict && 'shadow-[inset_0_0_0_2px] shadow-mark-warning',
      )}
    >
      <span className="block leading-tight tabular-nums">{starts}</span>
      <span className="block leading-tight">
        {title}
        {personInitials && ` · ${personInitials}`}
      </span>
      {conflict && (
        <span className="absolute right-xxs bottom-xxs rounded-full bg-surface text-ink-warning">
          <Icon name="warning" size={16} />
        </span>
      )}
      <VisuallyHidden>, {[note, kindLabel, changeLabels[side]].filter(Boolean).join(', ')}</VisuallyHidden>
    </div>
  )
}

/** The comparison as a list by days, for phones. */
function WeekComparisonList({ days, items, changeLabels }: WeekComparisonProps) {
  const byDay = Map.groupBy(items, ({ day }) => day)
  return (
    <div className="flex flex-col gap-base">
      {days.map(({ day, name }) => {
        const own = byDay.get(day)?.toSorted((one, other) => one.hours.from - other.hours.from)
        if (own === undefined) return null
        return (
          <div key={day}>
            <p className="mb-xs text-sm font-strong first-letter:uppercase">{name}</p>
            <ol aria-label={name} className="flex flex-col gap-xxs">
              {own.map((item) => (
                <li
                  key={item.key}
                  style={hatchStyle(item.side)}
                  className={classNames(
                    'flex flex-wrap gap-x-sm rounded border px-sm py-xs text-sm',
                    changeClassNames[item.side],
                    item.conflict && 'shadow-[inset_0_0_0_2px] shadow-mark-warning',
                  )}
                >
                  <span className="tabular-nums">
                    {item.starts}–{item.ends}
                  </span>
                  <span className="ml-auto font-medium">{changeLabels[item.side]}</span>
                  <span className="min-w-0 basis-full">
                    {item.title}
                    {item.note && <span className="text-xs"> {item.note}</span>}
                  </span>
                </li>
              ))}
            </ol>
          </div>
        )
      })}
    </div>
  )
}

type ItemChange = 'stays' | 'leaves' | 'comes'
export type ComparisonItem = CalendarItem & { hours: { from: number; to: number }; side: ItemChange; conflict: boolean }

type WeekComparisonProps = {
  /** The week, such as «7–13 декабря». */
  label: string
  /** Monday to Sunday. */
  days: readonly CalendarDay[]
  items: readonly ComparisonItem[]
  changeLabels: Record<ItemChange, string>
  /** Name of the list by days, which has the texts that the boxes are too small for. */
  listLabel: string
  /** Such as «09:00». */
  formatHour: (hour: number) => string
}

/** Inline, because the stylesheet of all pages would carry it otherwise. */
const hatchStyle = (side: ItemChange) =>
  side === 'leaves'
    ? { backgroundImage: 'repeating-linear-gradient(135deg, transparent 0 5px, var(--line) 5px 6px)' }
    : undefined

const changeClassNames: Record<ItemChange, string> = {
  stays: 'border-transparent bg-surface-sunken text-ink-muted',
  leaves: 'border-dashed border-line-control bg-surface text-ink-muted line-through',
  comes: 'border-mark-success bg-surface-success font-medium text-ink',
}

/** An item with its lane among the overlapping items of its day; lanes share the width of the day. */
type LanedItem = { item: ComparisonItem; lane: number; lanes: number }

export function assignLanes(items: readonly ComparisonItem[]): LanedItem[] {
  const laned: LanedItem[] = []
  let together: LanedItem[] = []
  for (const item of items.toSorted((one, other) => one.hours.from - other.hours.from)) {
    if (together.every((other) => other.item.hours.to <= item.hours.from)) together = []
    const taken = together.filter((other) => other.item.hours.to > item.hours.from).map(({ lane }) => lane)
    const lane = together.map((_, index) => index).find((index) => !taken.includes(index)) ?? together.length
    const own = { item, lane, lanes: 1 }
    together.push(own)
    laned.push(own)
    const lanes = Math.max(...together.map((one) => one.lane)) + 1
    for (const one of together) one.lanes = lanes
  }
  return laned
}
