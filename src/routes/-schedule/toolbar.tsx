import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type ScheduleView, scheduleViews } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import { calendarViewWords } from '#src/i18n/lesson-words.ts'
import { useAddress } from '#src/routes/-frame/use-address.ts'
import { buttonClasses } from '#src/ui/button-look.ts'
import { ByWidth } from '#src/ui/by-width.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { SegmentedControl } from '#src/ui/segmented-control.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { periodWords, stepFrom } from './period.ts'

type ToolbarProps = {
  /** Missing: what suits the width, which steps by months either way. */
  view: ScheduleView | undefined
  date: string
  today: string
  busy: boolean
  /** On a phone beside «Сегодня». */
  filters: ReactNode
}

/** The period in view, the way to the ones around it, and the choice of month, week or list. */
export function Toolbar({ view, date, today, busy, filters }: ToolbarProps) {
  const { t, i18n } = useLingui()
  const stepped = view ?? 'month'
  const isWeek = view === 'week'
  return (
    <div className="mb-base flex flex-wrap items-center gap-x-base gap-y-sm">
      <div className="flex min-w-0 flex-1 items-center gap-xs max-md:basis-full">
        <Step
          to={stepFrom(date, stepped, -1, today)}
          today={today}
          icon="arrow-left"
          label={isWeek ? t`Предыдущая неделя` : t`Предыдущий месяц`}
        />
        <span className="flex max-md:order-last">
          <Step
            to={stepFrom(date, stepped, 1, today)}
            today={today}
            icon="arrow-right"
            label={isWeek ? t`Следующая неделя` : t`Следующий месяц`}
          />
        </span>
        <h2
          aria-live="polite"
          className="min-w-0 text-lg first-letter:uppercase max-md:flex-1 max-md:text-center md:px-xs md:text-xl"
        >
          {periodWords(stepped, date, i18n.locale)}
        </h2>
        {busy && (
          <span className="animate-late max-md:order-last">
            <Spinner />
          </span>
        )}
      </div>
      <div className="flex flex-wrap gap-xs max-md:w-full">
        <Step to={today} today={today}>
          <Trans>Сегодня</Trans>
        </Step>
        <span className="ml-auto md:hidden">{filters}</span>
        <div className="grid max-md:w-full">
          {view ? (
            <Views view={view} />
          ) : (
            <ByWidth from="md" narrow={<Views view="list" />} wide={<Views view="month" />} />
          )}
        </div>
      </div>
    </div>
  )
}

function Views({ view }: { view: ScheduleView }) {
  const { t, i18n } = useLingui()
  const { show } = useAddress('schedule')
  const words = { month: i18n._(calendarViewWords.month), week: i18n._(calendarViewWords.week), list: t`Список` }
  return (
    <SegmentedControl
      legend={t`Показать`}
      value={view}
      segments={scheduleViews.map((value) => ({ value, label: words[value] }))}
      onChange={(value) => show({ view: value })}
    />
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
