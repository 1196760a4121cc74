import { ByWidth } from './by-width.tsx'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { WeekPictureDays } from './week-picture-days.tsx'
import { WeekPictureHours } from './week-picture-hours.tsx'
import { hatchOf, sideLooks, type WeekPictureProps } from './week-sides.ts'

/** The week before and after a change in one picture: what stays is quiet, what leaves is struck, what comes stands out. */
export function WeekPicture(props: WeekPictureProps) {
  const { label, items, sideWords, listWords } = props
  const sides = (['comes', 'leaves', 'stays'] as const).filter((side) => items.some((item) => item.side === side))
  return (
    <section aria-label={label} className="flex flex-col gap-sm">
      <ul aria-hidden="true" className="flex flex-wrap gap-x-base gap-y-xxs text-sm">
        {sides.map((side) => (
          <li key={side} className="flex items-center gap-xs first-letter:uppercase">
            <span style={hatchOf(side)} className={classes('h-base w-lg rounded-sm border', sideLooks[side])} />
            {sideWords[side]}
          </li>
        ))}
      </ul>
      <ByWidth
        from="lg"
        narrow={<WeekPictureDays {...props} />}
        wide={
          <>
            <WeekPictureHours {...props} />
            <details className="group">
              <summary className="flex min-h-control items-center gap-xs text-sm font-strong">
                <span className="group-open:rotate-180">
                  <Icon name="arrow-down" size={16} />
                </span>
                {listWords}
              </summary>
              <WeekPictureDays {...props} />
            </details>
          </>
        }
      />
    </section>
  )
}
