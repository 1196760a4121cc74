import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type CalendarView, calendarViews } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import { calendarViewWords } from '#src/i18n/enumeration-words.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { periodWords, stepFrom } from './period.ts'

type ToolbarProps = { view: CalendarView; date: string; today: string; busy: boolean }

/** The period in view, the way to the ones around it, and the choice of month or week. */
export function Toolbar({ view, date, today, busy }: ToolbarProps) {
  const { t, i18n } = useLingui()
  const { show } = useAddress('schedule')
  const isMonth = view === 'month'
  return (
    <div className="mb-base flex flex-wrap items-center gap-x-base gap-y-sm">
      <div className="flex min-w-0 flex-1 items-center gap-xs max-md:basis-full">
        <Step
          to={stepFrom(date, view, -1, today)}
          today={today}
          icon="arrow-left"
          label={isMonth ? t`Предыдущий месяц` : t`Предыдущая неделя`}
        />
        <span className="flex max-md:order-last">
          <Step
            to={stepFrom(date, view, 1, today)}
            today={today}
            icon="arrow-right"
            label={isMonth ? t`Следующий месяц` : t`Следующая неделя`}
          />
        </span>
        <h2
          aria-live="polite"
          className="min-w-0 text-lg first-letter:uppercase max-md:flex-1 max-md:text-center md:px-xs md:text-xl"
        >
          {periodWords(view, date, i18n.locale)}
        </h2>
        {busy && (
          <span className="animate-late max-md:order-last">
            <Spinner />
          </span>
        )}
      </div>
      <div className="flex gap-xs max-md:w-full max-md:justify-between">
        <Step to={today} today={today}>
          <Trans>Сегодня</Trans>
        </Step>
        <SegmentedControl
          legend={t`Показать`}
          value={view}
          segments={calendarViews.map((value) => ({ value, label: i18n._(calendarViewWords[value]) }))}
          onChange={(value) => show({ view: value })}
        />
      </div>
    </div>
  )
}

type StepProps = { to: string; today: string } & (
  | { icon: IconName; label: string; children?: undefined }
  | { icon?: undefined; label?: undefined; children: ReactNode }
)

/** A link to another period; hovering over it already asks for its schedule. */
function Step({ to, today, icon, label, children }: StepProps) {
  return (
    <Link
      from="/schedule"
      to="/schedule"
      search={(now) => screens.schedule.search({ ...now, date: to === today ? undefined : to, item: undefined })}
      resetScroll={false}
      activeOptions={{ exact: true }}
      aria-label={label}
      title={label}
      className={buttonClasses({ variant: 'secondary' })}
    >
      {icon ? <Icon name={icon} /> : children}
    </Link>
  )
}
