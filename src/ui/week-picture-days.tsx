import { classes } from './classes.ts'
import { hatchOf, sideLooks, type WeekPictureProps } from './week-sides.ts'

/** On a phone: day after day, each item with what becomes of it. */
export function WeekPictureDays({ days, items, sideWords }: WeekPictureProps) {
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
                  style={hatchOf(item.side)}
                  className={classes(
                    'flex flex-wrap gap-x-sm rounded border px-sm py-xs text-sm',
                    sideLooks[item.side],
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
