import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ScheduleView, scheduleViews } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import { calendarViewLabels } from '#src/i18n/lesson-labels.ts'
import { ButtonLink } from '#src/routes/-shell/shell/router-link.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'
import { Spinner } from '#src/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { adjacentPeriod, periodTitle } from './views/period.ts'

type ScheduleToolbarProps = {
  /** Default: depends on the width; both defaults step by months. */
  view: ScheduleView | undefined
  date: string
  today: string
  busy: boolean
  /** Shown on a phone beside «Сегодня». */
  filters: ReactNode
}

/** Title of the period, navigation and selection of the view. */
export function ScheduleToolbar({ view, date, today, busy, filters }: ScheduleToolbarProps) {
  const { t, i18n } = useLingui()
  const stepped = view ?? 'month'
  const isWeek = view === 'week'
  return (
    <div className="mb-base flex flex-wrap items-center gap-x-base gap-y-sm">
      <div className="flex min-w-0 flex-1 items-center gap-xs max-md:basis-full">
        <PeriodLink
          to={adjacentPeriod(date, stepped, -1, today)}
          today={today}
          icon="arrow-left"
          label={isWeek ? t`Предыдущая неделя` : t`Предыдущий месяц`}
        />
        <span className="flex max-md:order-last">
          <PeriodLink
            to={adjacentPeriod(date, stepped, 1, today)}
            today={today}
            icon="arrow-right"
            label={isWeek ? t`Следующая неделя` : t`Следующий месяц`}
          />
        </span>
        <h2
          aria-live="polite"
          className="min-w-0 text-lg first-letter:uppercase max-md:flex-1 max-md:text-center md:px-xs md:text-xl"
        >
          {periodTitle(stepped, date, i18n.locale)}
        </h2>
        {busy && (
          <span className="animate-fade-in-delayed max-md:order-last">
            <Spinner />
          </span>
        )}
      </div>
      <div className="flex flex-wrap gap-xs max-md:w-full">
        <PeriodLink to={today} today={today}>
          <Trans>Сегодня</Trans>
        </PeriodLink>
        <span className="ml-auto md:hidden">{filters}</span>
        <div className="grid max-md:w-full">
          {/* The same element with and without a view in the URL, so that the first key press keeps the focus. */}
          <Responsive
            from="md"
            narrow={<ViewControl view={view ?? 'list'} />}
            wide={<ViewControl view={view ?? 'month'} />}
          />
        </div>
      </div>
    </div>
  )
}

function ViewControl({ view }: { view: ScheduleView }) {
  const { t, i18n } = useLingui()
  const { show } = useScreenSearch('schedule')
  const labels = { month: i18n._(calendarViewLabels.month), week: i18n._(calendarViewLabels.week), list: t`Список` }
  return (
    <SegmentedControl
      legend={t`Показать`}
      value={view}
      options={scheduleViews.map((value) => ({ value, label: labels[value] }))}
      onChange={(value) => show({ view: value })}
    />
  )
}

type PeriodLinkProps = { to: string; today: string } & (
  | { icon: IconName; label: string; children?: undefined }
  | { icon?: undefined; label?: undefined; children: ReactNode }
)

/** A link to another period; hovering over it preloads its schedule. */
function PeriodLink({ to, today, icon, label, children }: PeriodLinkProps) {
  return (
    <ButtonLink
      from="/schedule"
      to="/schedule"
      search={(now) => screens.schedule.search({ ...now, date: to === today ? undefined : to, item: undefined })}
      resetScroll={false}
      activeOptions={{ exact: true }}
      aria-label={label}
      title={label}
    >
      {icon ? <Icon name={icon} /> : children}
    </ButtonLink>
  )
}
