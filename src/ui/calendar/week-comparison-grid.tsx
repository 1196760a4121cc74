import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import {
  assignLanes,
  type ComparisonItem,
  changeClassNames,
  hatchStyle,
  type WeekComparisonProps,
} from './week-comparison-items.ts'

const hourHeight = 48
const columns = { gridTemplateColumns: '72px repeat(7, minmax(0, 1fr))' }
const hourLines = {
  backgroundImage: `repeating-linear-gradient(rgb(0 0 0 / 0.06) 0 1px, transparent 1px ${hourHeight}px)`,
}
/** Minimum height of an item, in minutes: the text of a shorter one would not fit. */
const shortest = 40

/** Columns of days with a scale of hours. */
export function WeekComparisonGrid({ days, items, sideWords, hourWords }: WeekComparisonProps) {
  const first = Math.min(...items.map(({ hours }) => Math.floor(hours.from / 60)))
  const last = Math.max(...items.map(({ hours }) => Math.ceil(hours.to / 60)), first + 4)
  const hours = Array.from({ length: last - first }, (_, index) => first + index)
  const pixels = (minutes: number) => (minutes / 60) * hourHeight
  return (
    <div style={columns} className="grid rounded-lg border border-line-soft bg-surface pb-xs">
      <div aria-hidden="true" className="pt-xl text-right text-xs text-ink-muted tabular-nums">
        {hours.map((hour) => (
          <div key={hour} style={{ height: hourHeight }} className="pr-xs whitespace-nowrap">
            <span className="relative -top-[8px]">{hourWords(hour)}</span>
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
                <Box item={item} sideWords={sideWords} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}

function Box({ item, sideWords }: { item: ComparisonItem } & Pick<WeekComparisonProps, 'sideWords'>) {
  const { side, conflict, starts, ends, title, note, whose, spoken } = item
  return (
    <div
      style={hatchStyle(side)}
      title={[`${starts}–${ends} ${title}`, note, sideWords[side]].filter(Boolean).join(', ')}
      className={classNames(
        'h-full overflow-hidden rounded-sm border px-xxs text-xs',
        changeClassNames[side],
        conflict && 'shadow-[inset_0_0_0_2px] shadow-mark-error',
      )}
    >
      <span className="block leading-tight tabular-nums">{starts}</span>
      <span className="block leading-tight">
        {title}
        {whose && ` · ${whose}`}
      </span>
      {conflict && (
        <span className="absolute right-xxs bottom-xxs rounded-full bg-surface text-ink-error">
          <Icon name="warning" size={16} />
        </span>
      )}
      <VisuallyHidden>, {[note, spoken, sideWords[side]].filter(Boolean).join(', ')}</VisuallyHidden>
    </div>
  )
}
