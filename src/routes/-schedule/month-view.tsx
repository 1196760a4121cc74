import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { useDates } from '#src/i18n/use-dates.ts'
import { Agenda } from '#src/ui/calendar/agenda.tsx'
import { MonthSheet } from '#src/ui/calendar/month-sheet.tsx'
import type { DrawingProps } from './drawing.tsx'
import { periodWords } from './period-words.ts'
import { sheetDays } from './sheet-days.ts'
import { within } from './to-calendar.ts'
import { useListProps } from './use-list-props.ts'
import { phone, useMedia } from './use-media.ts'
import { useScheduleSearch } from './use-schedule-search.ts'

/** The month: a sheet, whose days open their week; on a phone a sheet of dots with the list of the chosen day. */
export function MonthView({ calendar, days, date, today }: DrawingProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const isPhone = useMedia(phone)
  const { choose, show } = useScheduleSearch()
  const list = useListProps(date)
  const chosen = isPhone ? date : undefined
  const sheet = useMemo(
    () => sheetDays(days, { dates, today, month: date, chosen }),
    [days, dates, today, date, chosen],
  )
  const ofDay = within([date], calendar)
  const isFree = ofDay.items.length + ofDay.bands.length === 0
  return (
    <div className="flex flex-col gap-base">
      <MonthSheet
        label={periodWords('month', date, i18n.locale)}
        days={sheet}
        items={calendar.items}
        bands={calendar.bands}
        moreWords={(count) => t`ещё ${count}`}
        countWords={(count) =>
          t`${plural(count, { one: '# событие', few: '# события', many: '# событий', other: '# события' })}`
        }
        onOpen={list.onOpen}
        onOpenDay={isPhone ? choose : (day) => show('week', day)}
      />
      {isPhone && <Agenda {...list} days={sheet.filter(({ day }) => day === date)} {...ofDay} />}
      {isPhone && isFree && (
        <div>
          <h3 className="mb-xs text-base first-letter:uppercase">{dates.weekday(date)}</h3>
          <p className="text-ink-muted">
            <Trans>В этот день ничего нет.</Trans>
          </p>
        </div>
      )}
    </div>
  )
}
