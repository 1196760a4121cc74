import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { classNames } from '#src/ui/class-names.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import type { CalendarDay } from './calendar-items.ts'
import { rovingItemProps, useRovingFocus } from './roving-focus.ts'

type WeekStripProps = {
  /** Accessible name. */
  label: string
  /** Whole weeks, Monday first. */
  weeks: readonly (readonly CalendarDay[])[]
  chosen: string
  /** Days that are marked with a dot. */
  busyDays: ReadonlySet<string>
  /** Accessible name of a marked day, after its date. */
  busyLabel: string
  onChoose: (day: string) => void
}

/** A row of one week that scrolls sideways to the others; the week of the chosen day is shown. */
export function WeekStrip({ label, weeks, chosen, busyDays, busyLabel, onChoose }: WeekStripProps) {
  const shown = weeks.findIndex((week) => week.some(({ day }) => day === chosen))
  // The server and the hydration render only the week of the chosen day: a row is scrolled by script.
  const isScrollable = useSyncExternalStore(noSubscription, inBrowser, onServer)
  const first = weeks[0]?.[0]?.day
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: weeks may have been added before the shown one
  useLayoutEffect(() => {
    if (row.current && isScrollable) row.current.scrollLeft = shown * row.current.clientWidth
  }, [shown, first, isScrollable])
  const { ref, ...stop } = useRovingFocus<HTMLDivElement>({ period: label, home: chosen, onTurn: () => undefined })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div ref={ref} role="group" aria-label={label} {...stop}>
      <div ref={row} className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none]">
        {weeks.map((week, index) =>
          isScrollable || index === shown ? (
            <div key={week[0]?.day} className="grid w-full shrink-0 snap-start grid-cols-7">
              {week.map((day) => {
                const isBusy = busyDays.has(day.day)
                const isChosen = day.day === chosen
                return (
                  <button
                    key={day.day}
                    type="button"
                    {...rovingItemProps(day.day)}
                    aria-current={day.today ? 'date' : undefined}
                    aria-pressed={isChosen}
                    onClick={() => onChoose(day.day)}
                    className="relative flex min-h-[48px] min-w-0 flex-col items-center rounded focus-visible:-outline-offset-2"
                  >
                    <span aria-hidden="true" className="text-xs text-ink-muted">
                      {day.weekday}
                    </span>
                    <VisuallyHidden>{isBusy ? `${day.name}, ${busyLabel}` : day.name}</VisuallyHidden>
                    <span
                      aria-hidden="true"
                      className={classNames(
                        'mb-half inline-flex size-[1.625rem] items-center justify-center rounded-full text-sm tabular-nums',
                        isChosen && !day.today && 'bg-grey-10 font-strong text-ink-inverse',
                        day.today && isChosen && 'bg-mark-info font-strong text-ink-inverse',
                        day.today && !isChosen && 'font-strong text-ink-info',
                        !day.today && !isChosen && 'font-medium',
                      )}
                    >
                      {day.number}
                    </span>
                    <span className={classNames('size-xxs rounded-full', isBusy && 'bg-mark-neutral')} />
                  </button>
                )
              })}
            </div>
          ) : null,
        )}
      </div>
    </div>
  )
}

const noSubscription = () => () => undefined
const inBrowser = () => true
const onServer = () => false
