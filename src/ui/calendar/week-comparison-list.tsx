import { classNames } from '#src/ui/class-names.ts'
import { changeClassNames, hatchStyle, type WeekComparisonProps } from './week-comparison-items.ts'

/** The comparison as a list by days, for phones. */
export function WeekComparisonList({ days, items, sideWords }: WeekComparisonProps) {
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
                    item.conflict && 'shadow-[inset_0_0_0_2px] shadow-mark-error',
                  )}
                >
                  <span className="tabular-nums">
                    {item.starts}–{item.ends}
                  </span>
                  <span className="ml-auto font-medium">{sideWords[item.side]}</span>
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
