import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type ScheduleView, scheduleViews } from '#contract/enumerations.ts'
import { screens } from '#contract/screens.ts'
import type { ViewerRoleGroup } from '#src/api/schedule.ts'
import { calendarViewLabels } from '#src/i18n/lesson-labels.ts'
import { ButtonLink } from '#src/routes/-flow/router-link.tsx'
import { useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { classNames } from '#src/ui/class-names.ts'
import { Spinner } from '#src/ui/feedback/skeleton.tsx'
import { SegmentedControl } from '#src/ui/forms/segmented-control.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import { Responsive } from '#src/ui/layout/responsive.tsx'
import { ScheduleFiltersButton } from './schedule-filters.tsx'
import { ScheduleMenu } from './schedule-menu.tsx'
import { adjacentPeriod, periodTitle, unitOf } from './views/period.ts'

type ScheduleToolbarProps = {
  roleGroup: ViewerRoleGroup
  /** Default: depends on the width; both defaults step by months. */
  view: ScheduleView | undefined
  date: string
  today: string
  busy: boolean
}

/** Title of the period, navigation, selection of the view, filters and menu: one row, two where it is narrow. */
export function ScheduleToolbar({ roleGroup, view, date, today, busy }: ScheduleToolbarProps) {
  const { t, i18n } = useLingui()
  const stepped = view ?? 'month'
  const steps = {
    day: { previous: t`Предыдущий день`, next: t`Следующий день` },
    week: { previous: t`Предыдущая неделя`, next: t`Следующая неделя` },
    month: { previous: t`Предыдущий месяц`, next: t`Следующий месяц` },
  }[unitOf(stepped)]
  return (
    <div className="mb-sm flex flex-wrap items-center gap-xs max-md:[&_:is(a,button)]:min-w-control">
      {/* Without room for the title the other controls are below it. */}
      <div className="flex min-w-0 flex-1 items-center gap-xxs max-[374px]:basis-full md:min-w-[320px] md:gap-xs">
        <PeriodLink
          to={adjacentPeriod(date, stepped, -1, today)}
          today={today}
          icon="arrow-left"
          label={steps.previous}
        />
        <span className="flex max-md:order-last">
          <PeriodLink
            to={adjacentPeriod(date, stepped, 1, today)}
            today={today}
            icon="arrow-right"
            label={steps.next}
          />
        </span>
        <h2
          aria-live="polite"
          className={classNames(
            'min-w-0 first-letter:uppercase max-md:flex-1 max-md:text-center md:px-xs md:text-xl',
            // The longest title: two lines on a phone.
            view === 'week' ? 'text-sm' : 'text-base',
          )}
        >
          {periodTitle(stepped, date, i18n.locale)}
        </h2>
        {busy && (
          <span className="animate-fade-in-delayed max-md:order-last">
            <Spinner />
          </span>
        )}
      </div>
      {/* Less than 880 px beside the menu. A container query would displace the open menu in Chromium before 129. */}
      <div className="flex gap-xs [@media(max-width:944px),(min-width:1024px)_and_(max-width:1244px)]:order-last [@media(max-width:944px),(min-width:1024px)_and_(max-width:1244px)]:w-full max-[374px]:contents">
        <PeriodLink to={today} today={today}>
          <Trans>Сегодня</Trans>
        </PeriodLink>
        <div className="grid min-w-0 [@media(max-width:944px),(min-width:1024px)_and_(max-width:1244px)]:flex-1 max-[374px]:order-last max-[374px]:basis-full">
          {/* The same element with and without a view in the URL, so that the first key press keeps the focus. */}
          <Responsive
            from="md"
            narrow={<ViewControl view={view ?? 'list'} />}
            wide={<ViewControl view={view ?? 'month'} />}
          />
        </div>
      </div>
      <ScheduleFiltersButton />
      <ScheduleMenu roleGroup={roleGroup} />
    </div>
  )
}

function ViewControl({ view }: { view: ScheduleView }) {
  const { t, i18n } = useLingui()
  const { show } = useScreenSearch('schedule')
  const labels = {
    month: i18n._(calendarViewLabels.month),
    week: i18n._(calendarViewLabels.week),
    day: t`День`,
    list: t`Список`,
  }
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
