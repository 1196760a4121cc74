import { useLingui } from '@lingui/react/macro'
import type { ScheduleView } from '#contract/enumerations.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { daysWords } from '#src/school/when-words.ts'
import { DayList, type DrawingProps, drawnDays } from './drawing.tsx'

type PaperListProps = DrawingProps & { view: ScheduleView }

/** The period on paper: what lasts for days once at the top, then everything day by day. */
export function PaperList({ view, calendar: { items, bands }, days, date, today, onOpen }: PaperListProps) {
  const { i18n } = useLingui()
  const dates = useDates()
  const inside = drawnDays(days, dates, today, view === 'month' ? date : undefined).filter(({ outside }) => !outside)
  return (
    <div className="columns-2 gap-xl [&_h3]:break-after-avoid [&_li]:break-inside-avoid">
      {bands.length > 0 && (
        <ul className="mb-base">
          {bands.map(({ key, title, from, to }) => (
            <li key={key}>
              {daysWords(from, to, i18n.locale)}: {title}
            </li>
          ))}
        </ul>
      )}
      <DayList days={inside} items={items} bands={[]} onOpen={onOpen} isWhole />
    </div>
  )
}
