import { classNames } from '#src/ui/class-names.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { WeekComparisonGrid } from './week-comparison-grid.tsx'
import { changeClassNames, hatchStyle, type WeekComparisonProps } from './week-comparison-items.ts'
import { WeekComparisonList } from './week-comparison-list.tsx'

/** A week before and after a transfer: kept items are muted, removed ones struck through, added ones highlighted. */
export function WeekComparison(props: WeekComparisonProps) {
  const { label, items, sideWords, listWords } = props
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
            {sideWords[side]}
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
                {listWords}
              </summary>
              <WeekComparisonList {...props} />
            </details>
          </>
        }
      />
    </section>
  )
}
