import { Trans, useLingui } from '@lingui/react/macro'
import { clipCalendar } from '#src/domain/calendar.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { AnchoredDialog } from '#src/routes/-flow/anchored-dialog.tsx'
import { DayRows } from '#src/ui/calendar/agenda.tsx'
import { sortByTime } from '#src/ui/calendar/calendar-items.ts'
import { moreButtonOf } from '#src/ui/calendar/more-button.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { type CalendarViewProps, useCalendarGrid } from './day-list.tsx'

type DayPopoverProps = Pick<CalendarViewProps, 'calendar' | 'onOpen'> & { day: string; onClose: () => void }

/** All items of a day beside the button that stands for those without room. */
export function DayPopover({ day, calendar, onOpen, onClose }: DayPopoverProps) {
  const { t } = useLingui()
  const dates = useDates()
  const { countLabel, onOpenDay } = useCalendarGrid()
  const { items, bands } = clipCalendar([day], calendar)
  return (
    <AnchoredDialog
      anchor={moreButtonOf(day)}
      onClose={onClose}
      title={<span className="block first-letter:uppercase">{dates.weekday(day)}</span>}
      description={countLabel(items.length)}
      footer={
        <Button size="small" onClick={() => onOpenDay(day)}>
          <Trans>Открыть день</Trans>
        </Button>
      }
    >
      <DayRows
        items={sortByTime(items)}
        bands={bands}
        allDayLabel={t`весь день`}
        onOpen={(key) => {
          // The details take its place, beside the same button.
          onClose()
          onOpen(key)
        }}
      />
    </AnchoredDialog>
  )
}
